// Package push is the web API's part of the notifications of family/push: the caller's
// settings and devices, under /api/me.
package push
