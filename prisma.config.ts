import { defineConfig } from "prisma/config";

// `prisma generate` looks for a schema engine that it never runs. The path of any existing file keeps it offline.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
});
