// npm run lint:config -- FILE
import { importTypeScript } from "./bundle.mjs";

let gateway;
try {
  gateway = await importTypeScript(`
    export { readEnvironment } from "@/lib/config/environment";
    export { EnvironmentError } from "@/lib/config/environment-variables";
    export { lintConfig } from "@/lib/config/lint-cli";
    export { findProvider } from "@/lib/providers/table";
  `);
} catch (error) {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error("The dependencies are not installed: run npm install first.");
  process.exit(2);
}

try {
  const environment = gateway.readEnvironment();
  const isKnownProvider = (name) => gateway.findProvider(name) !== undefined;
  const { exitCode, output } = await gateway.lintConfig(process.argv.slice(2), { environment, isKnownProvider });
  process[exitCode === 2 ? "stderr" : "stdout"].write(output);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof gateway.EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
