import { defineConfig } from "prisma/config";

// `prisma generate` insists on locating a schema engine it never runs; naming any existing
// file keeps generation offline.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
});
