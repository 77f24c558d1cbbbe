import "./setup/node-version.mjs";
import { runChild } from "./setup/run.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

// Development: Next.js serves the console and, through door 1, the API. Both follow changes to the sources.
process.chdir(root);
await setUpOrExit({ development: true, console: false, server: false });
const { PORT: port = "4000", HOST: host = "127.0.0.1" } = process.env;
const { code } = await runChild(
  process.execPath,
  ["node_modules/next/dist/bin/next", "dev", "--port", port, "--hostname", host],
  {
    cwd: root,
    env: { ...process.env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: "inherit",
  },
);
process.exitCode = code ?? 1;
