// Package webapi serves the web API (JSON under /api), the sign-in routes, the
// skill's HTTPS endpoint and the web app's files, with the Echo framework. It has no
// rules about memos, families or invitations: it reads requests strictly, calls the
// services, and writes their results as JSON, as problem documents (RFC 9457) and as
// sentences in the caller's language. openapi.yaml describes every route. Modules add their
// own routes, with their part of the documentation; see Module.
package webapi
