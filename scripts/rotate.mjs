// npm run rotate -- encryption: exit code 0 if everything is encrypted with the current key, 1 if something is not, 2
// if nothing was done.
import "./setup/node-version.mjs";
import { importTypeScript } from "./setup/bundle.mjs";
import { setUpOrExit } from "./setup/setup.mjs";

await setUpOrExit({ development: false, console: false, server: false });
const { EnvironmentError, loadConfig, readEnvironment, rotateAsk, rotateCommand } = await importTypeScript(`
  export { readEnvironment } from "@/lib/config/io/environment";
  export { EnvironmentError } from "@/lib/config/environment-error";
  export { loadConfig } from "@/lib/settings/io/load";
  export { rotateAsk, rotateCommand } from "@/lib/server/commands/rotate-cli";
`);

try {
  const ask = rotateAsk(process.argv.slice(2));
  if (typeof ask === "string") {
    console.error(ask);
    process.exit(2);
  }
  const environment = readEnvironment();
  // Only the file's variables matter here; its other faults are for the gateway to report.
  const config = await loadConfig(environment.configPath, {
    environment,
    isKnownProvider: () => true,
    isPriced: () => true,
    routes: undefined,
    missing: "empty",
  });
  const { exitCode, output } = await rotateCommand(config.environment, ask, (line) => console.error(line));
  process[exitCode === 2 ? "stderr" : "stdout"].write(output);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
