import { FINDINGS_FILE } from "./finding-lines";
import { publishConsoleAddress } from "@/lib/config/io/environment";
import { type Environment } from "@/lib/config/environment-variables";
import { formatFinding, type Finding } from "@/lib/config/finding";
import { writeFirstConfig } from "@/lib/settings/io/first-config";
import { loadConfig } from "@/lib/settings/io/load";
import type { ParsedConfig } from "@/lib/settings/parse";
import type { ConfigFile } from "@/lib/config/schema";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";

/** A configuration file without errors. */
export type LoadedConfig = ParsedConfig & { readonly file: ConfigFile };

/** The configuration cannot be used. The message lists every finding with its place and its fix. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

export interface Configuration {
  readonly config: LoadedConfig;
  /** The path of the configuration file, if there was none and this start wrote it. */
  readonly written: string | undefined;
  readonly warnings: readonly Finding[];
}

/** Reads the configuration file. If there is none, writes a commented one first. @throws ConfigurationError */
export async function loadConfiguration(environment: Environment): Promise<Configuration> {
  const path = environment.configPath;
  const first = await writeFirstConfig(path);
  const config = await loadConfig(path, {
    environment,
    isKnownProvider,
    isPriced: hasPrice,
    routes: KNOWN_ROUTES,
    missing: "empty",
  });
  const { file } = config;
  if (file === undefined) throw refused(config.findings);
  publishConsoleAddress(config.environment);
  const warnings = [...(first.finding ? [first.finding] : []), ...config.findings];
  return { config: { ...config, file }, written: first.written ? path : undefined, warnings };
}

function refused(findings: readonly Finding[]): ConfigurationError {
  return new ConfigurationError([...findings.map(formatFinding), `${FINDINGS_FILE} explains each number.`].join("\n"));
}
