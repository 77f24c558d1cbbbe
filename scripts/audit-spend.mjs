// npm run audit:spend: exit code 0 when every total is the sum of its calls, 1 when not, 2 when the database cannot be asked.
import "./setup/node-version.mjs";
import { importTypeScript } from "./setup/bundle.mjs";
import { setUpOrExit } from "./setup/setup.mjs";

await setUpOrExit({ development: false, console: false, server: false });
const { auditSpend, EnvironmentError, loadConfig, readEnvironment } = await importTypeScript(`
  export { readEnvironment } from "@/lib/config/io/environment";
  export { EnvironmentError } from "@/lib/config/environment-variables";
  export { loadConfig } from "@/lib/settings/io/load";
  export { auditSpend } from "@/lib/spend/io/audit-cli";
`);

try {
  const environment = readEnvironment();
  // Of the file only its variables matter here; what else is wrong in it is the gateway's to say.
  const config = await loadConfig(environment.configPath, {
    environment,
    isKnownProvider: () => true,
    isPriced: () => true,
    routes: undefined,
    missing: "empty",
  });
  const { exitCode, output } = await auditSpend(config.environment);
  process[exitCode === 2 ? "stderr" : "stdout"].write(output);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
