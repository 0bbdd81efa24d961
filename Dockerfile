# Voice Memo on one machine. docs/guide/server.md says how it is run. The build runs on the
# builder's platform and compiles for the image's, so --platform=linux/arm64 needs no emulator.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS web
WORKDIR /src
COPY webapi/app/package.json webapi/app/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY webapi/app/ ./
RUN npm run --silent build
COPY tools/licences /licences
RUN /licences npm >/npm-licenses.txt

FROM --platform=$BUILDPLATFORM golang:1.26.8-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /src/dist ./webapi/app/dist
ARG TARGETOS
ARG TARGETARCH
ARG TARGETVARIANT
# Without it the version is that of the file VERSION and -dev, for .git is not copied.
ARG VERSION=""
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH GOARM=${TARGETVARIANT#v} go build -trimpath -ldflags="-s -w -X voicememo/cmd/internal/version.linked=$VERSION" -o /voicememo ./cmd/voicememo
# A folder is copied with the modes of what is in it, but not with its own.
RUN mkdir -p /new/data && chmod 700 /new/data
COPY --from=web /npm-licenses.txt /
RUN mkdir /licenses && cp LICENSE /licenses/ && tools/licences go >/licenses/THIRD-PARTY-LICENSES.txt && cat /npm-licenses.txt >>/licenses/THIRD-PARTY-LICENSES.txt

# Nothing but the program, the authorities it trusts, its data and the licences, which must be
# with what is passed on.
FROM scratch
LABEL org.opencontainers.image.title="Voice Memo" \
      org.opencontainers.image.description="Short memos of a family, spoken to Alexa or typed on the web" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /voicememo /voicememo
COPY --from=build /licenses /licenses
COPY --from=build --chown=65532:65532 /new /
USER 65532:65532
# TMPDIR: nothing else can be written with --read-only. GOMEMLIMIT: compose.yaml and the
# quadlet allow 512 MiB.
ENV VOICEMEMO_ADDR=:8080 VOICEMEMO_TLS_HTTP_ADDR=:8081 VOICEMEMO_DATA=/data VOICEMEMO_LOG=json TMPDIR=/data GOMEMLIMIT=400MiB
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/voicememo", "doctor", "--ready"]
ENTRYPOINT ["/voicememo"]
CMD ["serve"]
