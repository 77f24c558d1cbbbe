import { join } from "node:path";
import { cachedFolder, runToEnd } from "@/scripts/setup/foreign-cache.mjs";
import type { PeerOptions, PeerProgram } from "./peer";

const VERSION = "1.15.2";

/** Portkey's gateway from npm. It knows no tokens: it passes on the key that it is given. */
export async function preparePortkey({ port, upstream }: PeerOptions): Promise<PeerProgram> {
  const installed = cachedFolder(`portkey-gateway-${VERSION}`, "npm", (folder) => {
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
    runToEnd("npm", ["install", ...flags, `@portkey-ai/gateway@${VERSION}`]);
  });
  return {
    command: [
      process.execPath,
      join(installed, "node_modules/@portkey-ai/gateway/build/start-server.js"),
      "--headless",
      `--port=${port}`,
    ],
    environment: { NODE_ENV: "production" },
    headers: {
      authorization: "Bearer none",
      "x-portkey-provider": "openai",
      "x-portkey-custom-host": `${upstream}/v1`,
    },
    model: "local-small",
  };
}
