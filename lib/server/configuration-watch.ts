import { watch, type FSWatcher, unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { CustomValidateError } from "@/lib/auth/io/custom-validate";
import { readEnvironment, refreshSecretFiles } from "@/lib/config/io/environment";
import type { FilesRead } from "@/lib/config/io/secret-files";
import { EnvironmentError } from "@/lib/config/environment-error";
import { formatFinding, type Finding } from "@/lib/config/finding";
import { loadConfig } from "@/lib/settings/io/load";
import { processVaults, type VaultsRead } from "@/lib/settings/io/vault-cache";
import type { ParsedConfig } from "@/lib/settings/parse";
import { restartFindings } from "@/lib/settings/restart-changes";
import { type LoadedConfig } from "./configuration";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import type { Logger } from "@/lib/log";
import { createWorkQueue } from "@/lib/async/work-queue";
import type { SettingsStore } from "@/lib/settings/settings-store";

/** How long a file must stay unchanged before it is read, in milliseconds: editors write a file in several steps. */
const SETTLED_AFTER = 150;
/** How often files are looked at, in milliseconds: some file systems, such as network mounts, report no changes. */
const POLL_INTERVAL = 5_000;

export interface ConfigurationWatch {
  /** Reads the file now, even if it has not changed. */
  reload(): Promise<void>;
  close(): void;
}

interface WatchOptions {
  /** The configuration that the process started with. */
  readonly started: LoadedConfig;
  readonly path: string;
  readonly settings: Pick<SettingsStore, "replaceFile" | "refuseFile">;
  readonly log: Logger;
  /** Reads the files of variables again. The default is those of this process. */
  readonly refreshFiles?: () => FilesRead;
  /** Reads the vaults again. The default is those of this process. */
  readonly refreshVaults?: () => Promise<VaultsRead>;
}

/**
 * Puts the configuration file in force whenever it, a file of a variable, or a value in a vault changes. If the new
 * configuration cannot be used, the log and the findings say so, and the settings in force stay. The file's folder is
 * watched, because editors and Kubernetes replace files instead of writing them.
 */
export function watchConfiguration({ started, path, settings, log, ...options }: WatchOptions): ConfigurationWatch {
  let last: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const inTurn = createWorkQueue();
  void inTurn(async () => void (last = await contentOf(path)));

  async function read(isForced: boolean): Promise<void> {
    const content = await contentOf(path);
    if (content === last && !isForced) return;
    last = content;
    const config = await loadAgain(path);
    if (isClosed) return;
    if (config.file === undefined) return refuse(config.findings);
    const after = { ...config, file: config.file };
    const waiting = restartFindings(started, after);
    try {
      await settings.replaceFile(after, waiting);
    } catch (error) {
      return refuse([notInForce(error)]);
    }
    log.info("config.reloaded", { path, findings: [...waiting, ...config.findings].map(formatFinding) });
  }

  function refuse(findings: readonly Finding[]): void {
    const errors = findings.filter(({ severity }) => severity === "error");
    settings.refuseFile(errors.map(refusal));
    log.error("config.reload_refused", { path, findings: errors.map(formatFinding) });
  }

  function reload(isForced: boolean): Promise<void> {
    return inTurn(() => read(isForced)).catch((error: unknown) => log.error("config.reload_failed", { path, error }));
  }

  const notice = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(false), SETTLED_AFTER).unref();
  };
  const { refreshFiles = refreshSecretFiles } = options;
  let keptBefore = "";
  // Polled, because a mounted secret changes through a link, and network mounts report no changes.
  const poll = setInterval(() => {
    const { changed, kept } = refreshFiles();
    const keptNow = JSON.stringify(kept);
    if (keptNow !== keptBefore && kept.length > 0) log.warn("config.secret_files_kept", { files: kept });
    keptBefore = keptNow;
    if (changed.length === 0) return;
    log.info("config.secret_files_changed", { variables: changed });
    void reload(true);
  }, POLL_INTERVAL).unref();
  const { refreshVaults = () => processVaults.refresh(started.environment.lookup) } = options;
  let vaultsBefore = "";
  async function readVaults(): Promise<void> {
    const { changed, kept } = await refreshVaults();
    const keptNow = JSON.stringify(kept);
    if (keptNow !== vaultsBefore && kept.length > 0) log.warn("config.vault_secrets_kept", { secrets: kept });
    vaultsBefore = keptNow;
    if (changed.length === 0) return;
    log.info("config.vault_secrets_changed", { references: changed });
    await reload(true);
  }
  const renewal = createRenewal(readVaults, started.environment.secretRefreshSeconds * 1000, log);
  const watcher = watchFolder(path, notice, log);
  watchFile(path, { interval: POLL_INTERVAL, persistent: false }, notice);
  return {
    reload: () => reload(true),
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(poll);
      clearInterval(renewal);
      watcher?.close();
      unwatchFile(path, notice);
    },
  };
}

/** Reads the vaults again and again, one round at a time. */
function createRenewal(read: () => Promise<void>, everyMs: number, log: Logger): NodeJS.Timeout {
  let isReading = false;
  return setInterval(() => {
    if (isReading) return;
    isReading = true;
    void read()
      .catch((error: unknown) => log.error("config.vaults_failed", { error }))
      .finally(() => (isReading = false));
  }, everyMs).unref();
}

/** A mounted ConfigMap changes through a link named `..data`, so names that begin with two dots count as a change. */
function watchFolder(path: string, notice: () => void, log: Logger): FSWatcher | undefined {
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(path) || name.startsWith("..")) notice();
    });
    watcher.on("error", (error) => log.warn("config.watch_failed", { path, error }));
    return watcher;
  } catch (error) {
    log.warn("config.watch_failed", { path, error });
    return undefined;
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

async function loadAgain(path: string): Promise<ParsedConfig> {
  try {
    return await loadConfig(path, {
      environment: readEnvironment(),
      isKnownProvider,
      isPriced: hasPrice,
      routes: KNOWN_ROUTES,
      missing: "error",
    });
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const finding: Finding = {
      number: "C017",
      severity: "error",
      path: `environment_variables.${error.variable}`,
      message: `${error.variable} ${error.expected}`,
    };
    return {
      file: undefined,
      environment: readEnvironment({}),
      given: new Set(),
      findings: [finding],
      locate: () => [],
    };
  }
}

function refusal(error: Finding): Finding {
  const message = `the file has been changed and cannot be used, so the settings from before the change stay in force: ${error.number} ${error.message}`;
  return { ...error, number: "C058", severity: "warning", message };
}

function notInForce(error: unknown): Finding {
  if (error instanceof CustomValidateError)
    return { number: "C090", severity: "error", path: "gateway_jwtauth.custom_validate", message: error.message };
  const message =
    error instanceof TypeError
      ? "the master key has been removed from the file, and there is no other"
      : "the file could not be put in force";
  return { number: "C058", severity: "error", path: "general_settings.master_key", message };
}
