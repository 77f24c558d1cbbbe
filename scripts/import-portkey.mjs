// npm run import:portkey -- CONFIG.json [NAME]: prints a configuration file for what a config of Portkey says. Callers
// will ask for NAME (chat). What has no counterpart is named on standard error.
import { readFileSync } from "node:fs";
import { importTypeScript } from "./setup/bundle.mjs";

const [path, name = "chat", ...rest] = process.argv.slice(2);
if (path === undefined || path.startsWith("--") || rest.length > 0) {
  console.error("Usage: npm run import:portkey -- CONFIG.json [NAME]");
  process.exit(2);
}
const { importPortkey } = await importTypeScript('export { importPortkey } from "@/scripts/import/portkey";');
try {
  const { yaml, remarks } = importPortkey(readFileSync(path, "utf8"), name);
  for (const remark of remarks) console.error(`- ${remark}`);
  process.stdout.write(yaml);
} catch (error) {
  console.error(`${path}: ${error.message}`);
  process.exitCode = 1;
}
