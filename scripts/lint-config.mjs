// npm run lint:config -- FILE
import { importTypeScript } from "./setup/bundle.mjs";

let gateway;
try {
  const contents = `
    export { readEnvironment } from "@/lib/config/io/environment";
    export { EnvironmentError } from "@/lib/config/environment-error";
    export { lintConfig } from "@/lib/settings/io/lint-cli";
    export { KNOWN_ROUTES } from "@/lib/api/known-routes";
    export { findOperation } from "@/lib/api/table";
    export { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
  `;
  // Only paths and families of the operation table are read, so the database client behind it may not even be generated
  // yet.
  gateway = await importTypeScript(contents, { without: /^(@\/lib\/(store|database)\/|undici$|@prisma\/)/ });
} catch (error) {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error("The dependencies are not installed: run npm install first.");
  process.exit(2);
}

try {
  const environment = gateway.readEnvironment();
  const { exitCode, output } = await gateway.lintConfig(process.argv.slice(2), {
    environment,
    isKnownProvider: gateway.isKnownProvider,
    isPriced: gateway.hasPrice,
    routes: gateway.KNOWN_ROUTES,
    find: gateway.findOperation,
  });
  process[exitCode === 2 ? "stderr" : "stdout"].write(output);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof gateway.EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
