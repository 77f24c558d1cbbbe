// npm run db:migration -- NAME: writes the migration from the existing ones to prisma/schema.prisma.
import { rm } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const name = process.argv[2];
if (!name) {
  console.error("usage: npm run db:migration -- NAME   (for example add_team_color)");
  process.exit(2);
}

const bundle = `${root}dist/new-migration.mjs`;
await build({
  entryPoints: [`${root}scripts/migrations/create-migration.ts`],
  outfile: bundle,
  tsconfig: `${root}tsconfig.json`,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  logLevel: "error",
});
try {
  const { writeNextMigration } = await import(pathToFileURL(bundle).href);
  const path = await writeNextMigration(root, name);
  console.log(path ? `wrote ${path}: read it before you commit it` : "prisma/schema.prisma has nothing new");
} finally {
  await rm(bundle, { force: true });
}
