// npm run audit:spend: exit code 0 if every total is the sum of its calls, 1 if not, 2 if the database cannot be
// queried.
import "./setup/node-version.mjs";
import { importTypeScript } from "./setup/bundle.mjs";
import { setUpOrExit } from "./setup/setup.mjs";

await setUpOrExit({ development: false, console: false, server: false });
const { auditAll, EnvironmentError, loadConfig, readEnvironment } = await importTypeScript(`
  export { readEnvironment } from "@/lib/config/io/environment";
  export { EnvironmentError } from "@/lib/config/environment-error";
  export { loadConfig } from "@/lib/settings/io/load";
  export { auditAll } from "@/lib/server/commands/audit-cli";
`);

try {
  const environment = readEnvironment();
  // Only the file's variables matter here. The gateway reports its other faults.
  const config = await loadConfig(environment.configPath, {
    environment,
    isKnownProvider: () => true,
    isPriced: () => true,
    routes: undefined,
    missing: "empty",
  });
  const { exitCode, output } = await auditAll(config.environment);
  process[exitCode === 2 ? "stderr" : "stdout"].write(output);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
