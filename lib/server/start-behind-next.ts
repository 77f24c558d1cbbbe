import { join } from "node:path";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { loadConfiguration } from "./configuration";
import { publishedGateway } from "./console/published-gateway";
import { openHost } from "./host";
import { createLogger } from "@/lib/log";
import { openGateway } from "./gateway";
import { productVersion } from "./version";
import { announceMasterKey } from "./workers";

/** Starts the gateway inside a Next.js server, unless `server.ts` has already started it. `root`: the project's folder. */
export async function startBehindNext(root: string): Promise<void> {
  if (publishedGateway()) return;
  const log = createLogger((line) => void process.stderr.write(line), Date.now);
  const { config, warnings } = await loadConfiguration(readEnvironment());
  for (const finding of warnings) process.stderr.write(`${formatFinding(finding)}\n`);
  const host = await openHost({
    environment: config.environment,
    config,
    log,
    migrations: join(root, "prisma", "migrations"),
  });
  announceMasterKey(host);
  const gateway = await openGateway({ config, host, log, version: productVersion(root) });
  const stop = (): void => {
    void gateway
      .close()
      .then(() => host.close())
      .finally(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
