# docs/operate/deploy.md says how to build and run it. NODE_IMAGE is Node.js on Debian: the embedded PostgreSQL needs glibc.
ARG NODE_IMAGE=node:26-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No install scripts: the ones there are download engines that nothing here runs. Both secrets may be missing: `npmrc` names
# a registry of yours, `ca` is the certificate authority of your network. Neither stays in a layer.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/secrets/ca \
    if [ -s /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi \
 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
# "off" leaves the console out.
ARG CONSOLE=on
# Puts what the gateway needs into /ship, and starts it there once.
RUN node scripts/image/ship.mjs /ship --console=${CONSOLE}

FROM ${NODE_IMAGE}
ARG CONSOLE=on
ARG VERSION=unknown
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Model Gateway" \
      org.opencontainers.image.description="A self-hosted gateway in front of language models" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOST=0.0.0.0 \
    PORT=4000 \
    GATEWAY_CONSOLE=${CONSOLE} \
    GATEWAY_CONFIG=/etc/model-gateway/config.yaml \
    GATEWAY_DATA_DIR=/data/gateway
# The embedded PostgreSQL asks for its user's name. /data is this user's and the group 0's, to which users belong that a
# platform makes up, and a new volume takes that over.
RUN groupadd --gid 10001 gateway \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin gateway \
 && mkdir -p /data /etc/model-gateway && chown 10001:0 /data && chmod 770 /data
COPY --from=build /ship /opt/model-gateway
RUN printf '%s' "${REVISION}" > /opt/model-gateway/REVISION
WORKDIR /opt/model-gateway
# A number, so that Kubernetes sees that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
# Liveness: a platform that restarts unhealthy containers must not restart a node whose disk is full. `readiness` as an
# argument asks whether it serves.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/healthcheck.mjs"]
# The process itself gets the signals. With arguments it is one of the operator's commands.
ENTRYPOINT ["node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "dist/server.mjs"]
