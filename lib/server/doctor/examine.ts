import { join } from "node:path";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { findDescribed } from "@/lib/api/table";
import type { Environment } from "@/lib/config/environment-variables";
import type { Finding } from "@/lib/config/finding";
import type { Settings } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import { readPersistentSecret } from "@/lib/database/persistent-secret";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { lintFindings } from "@/lib/settings/io/lint-cli";
import type { ParsedConfig } from "@/lib/settings/parse";
import { buildSettings, configuredMasterKey } from "@/lib/settings/settings";
import { createSettingsStore } from "@/lib/settings/settings-store";
import { journalFolder } from "@/lib/spend/io/journal-folder";
import { openDatabase } from "@/lib/store/database";
import { SecretBox } from "@/lib/store/secret-box";
import { bounded } from "@/lib/time/io/deadline";
import { type LookedAtDatabase, lookAtDatabase } from "./look-at-database";
import { holdsFolder, lookAtGateway } from "./look-at-gateway";
import { proxyFor } from "@/lib/config/proxy-settings";
import type { ProxyFor } from "@/lib/http/proxy-address";
import { lookAtHosts, lookAtIssuers } from "./look-at-issuers";
import { lookAtReplica } from "./look-at-replica";
import { lookAtDisk, lookAtJournal, lookAtMemory } from "./look-at-machine";
import type { Observations } from "./observations";

/** How long one question to a server may take, in milliseconds. */
const ANSWER_MS = 5_000;
/** How long one look may take as a whole, in milliseconds: an embedded database may have to start first. */
const LOOK_MS = 30_000;

const silent = { info() {}, warn() {}, error() {} };

interface SettingsSeen {
  readonly settings: Settings;
  readonly findings: readonly Finding[];
}

export interface Patient {
  /** The environment and the configuration file, which need not be free of errors. */
  readonly config: ParsedConfig;
  /** The folder of the product. */
  readonly root: string;
  readonly version: string;
}

/**
 * Looks at everything that `judge` decides about. The looks run side by side, each within its limit, and change
 * nothing.
 */
export async function examine({ config, root, version }: Patient): Promise<Observations> {
  const { environment } = config;
  const late: string[] = [];
  const within = async <Seen>(what: string, look: Promise<Seen>): Promise<Seen | undefined> => {
    const seen = await bounded(
      look.then((value) => ({ value })),
      LOOK_MS,
    );
    if (!seen) late.push(what);
    return seen?.value;
  };
  // Asked first, because an embedded database that is started below takes the folder's lock too.
  const isHeld = holdsFolder(environment.dataDirectory);
  const masterKey = await knownMasterKey(config);
  const throughProxies: ProxyFor = (target) => proxyFor(target, environment.proxies);
  const reaching = lookAtDatabase(environment, {
    migrations: join(root, "prisma", "migrations"),
    version,
    limitMs: ANSWER_MS,
  });
  try {
    const [database, replica, gateway, journal, disk, memory] = await Promise.all([
      within("The database", reaching),
      within("The replica", lookAtReplica(environment, { limitMs: ANSWER_MS, now: Date.now() })),
      within("The gateway", lookAtGateway(environment, { masterKey, isHeld, limitMs: ANSWER_MS })),
      within("The folder of the journal", lookAtJournal(journalFolder(environment))),
      within("The disk", lookAtDisk(environment.dataDirectory)),
      lookAtMemory(),
    ]);
    const { findings } = await lintFindings(config, findDescribed);
    const inForce = await within("The settings in the database", settingsInForce(config, masterKey, database?.url));
    const settings = inForce?.settings;
    const [issuers, hosts] = await Promise.all([
      settings && lookAtIssuers(settings, throughProxies, ANSWER_MS),
      settings && lookAtHosts(settings, throughProxies, ANSWER_MS),
    ]);
    return {
      findings,
      overridden: inForce?.findings.filter(({ number }) => number === "C201") ?? [],
      database: database?.seen,
      replica,
      gateway,
      journal,
      memory,
      late,
      issuers: issuers ?? [],
      hosts: hosts ?? [],
      disks: disk ? [disk] : [],
    };
  } finally {
    await bounded(
      reaching.then((database: LookedAtDatabase) => database.close()),
      LOOK_MS,
    );
  }
}

async function knownMasterKey({ file, environment }: ParsedConfig): Promise<Secret | undefined> {
  const configured = file && configuredMasterKey(file, environment);
  if (configured) return configured;
  const kept = await readPersistentSecret(environment.dataDirectory, "master.key").catch(() => undefined);
  return kept === undefined ? undefined : new Secret(kept);
}

/**
 * The settings that a gateway would use, with its findings; without the database, those of the file and none.
 * Undefined: the file has errors.
 */
async function settingsInForce(
  { file, ...config }: ParsedConfig,
  masterKey: Secret | undefined,
  url: string | undefined,
): Promise<SettingsSeen | undefined> {
  if (!file) return undefined;
  const keptMasterKey = masterKey ?? new Secret("sk-nobody-has-this-key");
  const ofFile = (): SettingsSeen => ({
    settings: buildSettings({ file, environment: config.environment, overrides: {}, generation: 0, keptMasterKey }),
    findings: [],
  });
  if (url === undefined) return ofFile();
  const database = openDatabase(url);
  try {
    const open = await opener(config.environment);
    const models = { open, isKnownProvider, isPriced: hasPrice };
    const source = { config: { ...config, file }, keptMasterKey, routes: KNOWN_ROUTES, database, log: silent, models };
    const store = await createSettingsStore(source);
    return { settings: store.current(), findings: store.findings() };
  } catch {
    return ofFile();
  } finally {
    await database.close();
  }
}

/**
 * Decrypts the secrets of entries. Without the key, entries with secrets are left out; the gateway itself reports
 * those.
 */
async function opener({
  encryptionKey,
  previousEncryptionKeys,
  dataDirectory,
}: Environment): Promise<SecretBox["open"]> {
  const key = encryptionKey ?? (await readPersistentSecret(dataDirectory, "encryption.key").catch(() => undefined));
  const box = key === undefined ? undefined : new SecretBox(key, previousEncryptionKeys);
  return (sealed, context) => box?.open(sealed, context) ?? { fault: "another key" };
}
