import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { Secret } from "@/lib/config/secret";
import type { Observer } from "@/lib/gateway/observer";
import type { Services } from "@/lib/gateway/services";
import type { Logger } from "@/lib/log";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { composeServices, type Composition } from "@/lib/server/compose";
import type { LoadedConfig } from "@/lib/server/configuration";
import { parseConfig } from "@/lib/settings/parse";

export const MASTER_KEY = "sk-master-key-for-tests";
/** Encrypts the console's sessions. */
export const SESSION_SECRET = "session-secret-of-the-test-services";

export interface TestComposition {
  /** A migrated database. */
  readonly databaseUrl: string;
  /** config.yaml, as the object it says. Default: an empty file. */
  readonly config?: object;
  /** JWT_PUBLIC_KEY_URL and the like. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Default: silent. */
  readonly log?: Logger;
  /** Observe beside the log. */
  readonly observers?: readonly Observer[];
}

const silent: Logger = { info() {}, warn() {}, error() {} };

/** The services of a test, composed as the product's are; `close` also removes their data folder. */
export async function composeTestServices(
  { databaseUrl, config = {}, variables = {}, log = silent, observers }: TestComposition,
  overrides: Partial<Services> = {},
): Promise<Omit<Composition, "replaceFile"> & { readonly dataDirectory: string }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "gateway-services-"));
  const { services, sessions, close } = await composeServices(
    {
      config: readTestConfig(config, { ...variables, GATEWAY_DATA_DIR: dataDirectory }),
      host: {
        databaseUrl,
        directUrl: databaseUrl,
        keptMasterKey: { value: new Secret(MASTER_KEY), isNew: false, path: "master.key" },
        encryptionKey: new Secret("encryption-key-of-the-test-services"),
        sessionSecret: SESSION_SECRET,
      },
      log,
      version: "0.0.0-test",
      observers,
    },
    overrides,
  );
  return {
    services,
    sessions,
    dataDirectory,
    async close() {
      await close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Reads a configuration as the product does. @throws Error with the findings of one that cannot be used */
export function readTestConfig(config: object, variables: Readonly<Record<string, string>>): LoadedConfig {
  const parsed = parseConfig(stringify(config), "config.yaml", {
    environment: readEnvironment({ GATEWAY_MASTER_KEY: MASTER_KEY, ...variables }),
    isKnownProvider,
    isPriced: hasPrice,
    routes: KNOWN_ROUTES,
  });
  const { file } = parsed;
  if (!file) throw new Error(parsed.findings.map(formatFinding).join("\n"));
  return { ...parsed, file };
}
