// Package webapi serves the web API (JSON under /api), the sign-in routes, the
// skill's HTTPS endpoint and the web app's files over Echo. It decides nothing
// about memos, families or invitations: it reads requests strictly, asks the
// services, and puts what they say into JSON, problem documents (RFC 9457) and
// sentences in the caller's language. openapi.yaml describes every route.
package webapi
