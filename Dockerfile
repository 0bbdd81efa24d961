# Voice Memo on one machine:
#   docker build -t voicememo .
#   docker run -p 8080:8080 -v voicememo:/data -e VOICEMEMO_PUBLIC_URL=https://memo.example.com \
#     -e VOICEMEMO_OIDC_CLIENT_ID=... -e VOICEMEMO_OIDC_CLIENT_SECRET=... voicememo
FROM node:20-bookworm-slim AS web
WORKDIR /src
COPY webapi/app/ ./
RUN npm ci --no-audit --no-fund && npm run --silent build

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /src/dist ./webapi/app/dist
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /voicememo ./cmd/voicememo && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /voicememo /voicememo
COPY --from=build --chown=nonroot:nonroot /data /data
ENV VOICEMEMO_ADDR=0.0.0.0:8080 VOICEMEMO_DATA=/data VOICEMEMO_LOG=json
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/voicememo"]
CMD ["serve"]
