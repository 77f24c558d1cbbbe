// npm run rotate -- encryption: exit code 0 if everything is encrypted with the current key, 1 if something is not, 2
// if nothing was done.
import "./setup/node-version.mjs";
import { importTypeScript } from "./setup/bundle.mjs";
import { setUpOrExit } from "./setup/setup.mjs";

await setUpOrExit({ development: false, console: false, server: false });
const { EnvironmentError, loadConfig, readEnvironment, parseRotateArguments, rotateCommand } = await importTypeScript(`
  export { readEnvironment } from "@/lib/config/io/environment";
  export { EnvironmentError } from "@/lib/config/environment-error";
  export { loadConfig } from "@/lib/settings/io/load";
  export { parseRotateArguments, rotateCommand } from "@/lib/server/commands/rotate-cli";
`);

try {
  const options = parseRotateArguments(process.argv.slice(2));
  if (typeof options === "string") {
    console.error(options);
    process.exit(2);
  }
  const environment = readEnvironment();
  // Only the file's variables matter here. The gateway reports its other faults.
  const config = await loadConfig(environment.configPath, {
    environment,
    isKnownProvider: () => true,
    isPriced: () => true,
    routes: undefined,
    missing: "empty",
  });
  const { exitCode, output } = await rotateCommand(config.environment, options, (line) => console.error(line));
  process[exitCode === 2 ? "stderr" : "stdout"].write(output);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
