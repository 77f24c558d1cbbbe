import type { Logger } from "@/lib/log";
import { createWorkQueue } from "@/lib/async/work-queue";
import type { Database } from "@/lib/store/database";
import { readModels, type StoredModelRow } from "@/lib/store/settings/models";
import { openRevisionSecrets, readRevisionSecrets } from "@/lib/store/settings/revision-secrets";
import { newestRevisions, type StoredRevision } from "@/lib/store/settings/revisions";
import type { KnownRoute } from "./access-checks";
import { withIds } from "./deployment-ids";
import { fileJwtAuth, splitList } from "./file-checks";
import { formatFinding, hasErrors, toFinding, type Finding } from "@/lib/config/finding";
import { loginIssuer, withIssuerDefaults } from "./issuer-defaults";
import { openAccessSecrets, revisionOf, type KnownSecrets, type SecretUse } from "./access/access-secrets";
import { checkOverrides, type CheckedOverrides } from "./overrides";
import { unlistedLogins } from "./console/console-checks";
import type { IssuerContext } from "./access/issuer-list-faults";
import { checkDraft, type CheckedDraft } from "./access/settings-draft";
import type { ParsedConfig } from "./parse";
import type { AccessOverrides, AccessSetting, ConfigFile, ModelEntry, Settings } from "@/lib/config/schema";
import type { Secret } from "@/lib/config/secret";
import { buildSettings } from "./settings";
import { mergeFindings, mergeModels, newestUsable, unusableFindings, withRoutingFindings } from "./settings-in-force";
import { decodeModel, type DecodedModel, type OpenSealed } from "./stored-models";

/** The settings in force, made from the file, the environment and the latest usable revision. */
export interface SettingsStore {
  current(): Settings;
  /** Where the current value of an editable setting comes from. */
  source(setting: AccessSetting): "file" | "revision" | "default";
  /** The value that the file gives, or its default, without the revision. */
  fileValue<Name extends AccessSetting>(setting: Name): Settings["jwtAuth"][Name];
  /** The overrides of the revision in force. */
  overrides(): AccessOverrides;
  /** The value of a setting as administrators see it and send it back: marks stand for secrets. */
  shown(setting: AccessSetting): unknown;
  /** The form in which a revision holds overrides, and the secrets in them that the database does not have yet. */
  revisionOf(overrides: AccessOverrides, newId: () => string): ReturnType<typeof revisionOf>;
  /** The settings with these overrides in place of those in force. */
  withOverrides(overrides: AccessOverrides): Settings;
  /** The latest revision, even if it cannot be used and an earlier one is in force. */
  revision():
    | { readonly id: number; readonly createdAt: Date; readonly actor: string; readonly comment: string | null }
    | undefined;
  /** The findings about the file and the overrides in force, and those that calls have added (`note`). */
  findings(): readonly Finding[];
  /** Adds a finding that calls have made about the settings. It is kept once, until another file is in force. */
  note(finding: Finding): void;
  /** Takes back the finding with this number and path that `note` added. */
  withdraw(noted: Pick<Finding, "number" | "path">): void;
  /** Checks a draft of overrides as if it were in force. `overrides` is undefined if any finding is an error. */
  check(draft: unknown): CheckedOverrides;
  /** Checks a draft that is tried and not saved. It may give settings that only the file can have, too. */
  checkDraft(draft: unknown): CheckedDraft;
  /** Whether the file has an entry with this id, even if one of the database has taken it over. */
  hasFileModel(id: string): boolean;
  /** The row behind a model of the database; undefined for a model of the file or an unknown id. */
  storedModel(id: string): StoredModelRow | undefined;
  /**
   * Reads the latest revisions and the database's models again. @throws the database's error; the settings in force
   * stay
   */
  refresh(): Promise<void>;
  /**
   * Puts a file in force in place of the current one. `findings`: which of its changes wait for a restart.
   * @throws TypeError if no master key is left
   */
  replaceFile(config: ParsedConfig & { readonly file: ConfigFile }, findings: readonly Finding[]): Promise<void>;
  /** Records why a changed file is not in force. */
  refuseFile(findings: readonly Finding[]): void;
}

/** How many revisions are tried, because the latest ones may be unusable for this version. */
const REVISIONS_TRIED = 20;

/** Settings in which a revision has marks in place of secrets. */
const HOLDS_SECRETS: ReadonlySet<AccessSetting> = new Set(["issuers", "microsoft_graph"]);

type UsableConfig = ParsedConfig & { readonly file: ConfigFile };

export interface SettingsSource {
  /** A parsed file without errors. */
  readonly config: UsableConfig;
  /** The master key of the data folder, for a gateway whose operator set none. */
  readonly keptMasterKey: Secret | undefined;
  readonly routes: readonly KnownRoute[] | undefined;
  readonly database: Database;
  readonly log: Logger;
  /** How models of the database are decrypted and judged. If absent, none can be used. */
  readonly models?: {
    readonly open: OpenSealed;
    readonly isKnownProvider: (name: string) => boolean;
    readonly isPriced: (entry: ModelEntry) => boolean;
  };
}

/** What was last read from the file and from the database. */
interface Read {
  readonly config: UsableConfig;
  readonly fileModels: readonly ModelEntry[];
  readonly revisions: readonly StoredRevision[];
  readonly rows: readonly StoredModelRow[];
  readonly decoded: readonly DecodedModel[];
  readonly secrets: KnownSecrets["stored"];
}

type FromDatabase = Pick<Read, "revisions" | "rows" | "decoded" | "secrets">;

interface InForce extends Read {
  readonly settings: Settings;
  readonly overrides: AccessOverrides;
  readonly newest: StoredRevision | undefined;
  readonly used: StoredRevision | undefined;
  readonly findings: readonly Finding[];
  /** The rows by their ids, and the ids of the file's models. */
  readonly rowsById: ReadonlyMap<string, StoredModelRow>;
  readonly fileIds: ReadonlySet<string | undefined>;
}

/** Creates the store, with the latest revisions and the database's models already read. @throws the database's error */
export async function createSettingsStore(source: SettingsSource): Promise<SettingsStore> {
  const { database, log } = source;
  const open: OpenSealed = source.models?.open ?? (() => ({ fault: "another key" }));
  const isPriced = source.models && remembered(source.models.isPriced);
  let generation = 0;
  /**
   * Findings about a file that has changed since the start: why it is not in force, or which changes wait for a
   * restart.
   */
  let fileFindings: readonly Finding[] = [];
  /** The findings of `note`, by number and path. */
  const noted = new Map<string, Finding>();
  let inForce = compose({ ...(await readDatabase()), ...fileOf(source.config) });
  /** Lets one read run at a time, because a slow older one must never undo a newer one. */
  const inTurn = createWorkQueue();

  /** Reads the database. Rows that have not changed since `before` are not decoded again. */
  async function readDatabase(before?: Read): Promise<FromDatabase> {
    const [revisions, rows] = await Promise.all([
      newestRevisions(database.prisma, { skip: 0, take: REVISIONS_TRIED }),
      readModels(database),
    ]);
    // Secrets are read after the revisions, so that none is missing that a revision names.
    const sealed = await readRevisionSecrets(database.prisma);
    // An entry that could not be used is decoded again, because the keys may have changed.
    const known = new Map(
      before?.rows.flatMap((row, index) => {
        const decoded = before.decoded[index];
        return decoded && decoded.unusable === undefined ? [[versionOf(row), decoded] as const] : [];
      }),
    );
    const isKnownProvider = source.models?.isKnownProvider ?? (() => true);
    const decoded = rows.map((row) => known.get(versionOf(row)) ?? decodeModel(row, open, isKnownProvider));
    return { revisions, rows, decoded, secrets: openRevisionSecrets(sealed, open) };
  }

  function opened(draft: unknown, { config, secrets, overrides }: Read & Partial<InForce>, use: SecretUse) {
    const file = fileJwtAuth(config.file);
    const kept = [...(overrides?.issuers ?? []), ...file.issuers];
    const common = [{ microsoft_graph: overrides?.microsoft_graph }, file];
    return openAccessSecrets(draft, { stored: secrets, kept, common, inFile: file.issuers }, use);
  }

  function check(draft: unknown, read: Read & Partial<InForce>, use: Exclude<SecretUse, "trial">): CheckedOverrides {
    const { config, fileModels, decoded } = read;
    const { models } = mergeModels(
      fileModels,
      decoded.map(({ entry }) => entry),
    );
    const modelNames = models.map((entry) => entry.model_name);
    const { draft: withSecrets, faults } = opened(draft, read, use);
    const { overrides, findings } = checkOverrides(withSecrets, fileJwtAuth(config.file), {
      modelNames,
      routes: source.routes,
      providers: providersOf(config),
      keyMaxDays: { days: config.file.general_settings?.user_key_max_days },
    });
    const all = [...faults.map((fault) => toFinding(fault)), ...findings];
    return { overrides: hasErrors(all) ? undefined : overrides, findings: all };
  }

  function checkTried(draft: unknown, read: InForce): CheckedDraft {
    const { config, settings } = read;
    return checkDraft(opened(draft, read, "trial").draft, fileJwtAuth(config.file), {
      ...providersOf(config),
      modelNames: settings.models.map((entry) => entry.model_name),
      routes: source.routes,
    });
  }

  function compose(read: Read): InForce {
    const { config, fileModels, decoded, revisions } = read;
    const { newest, used, checked, findings } = newestUsable(revisions, (draft) => check(draft, read, "stored"));
    const overrides = checked.overrides ?? {};
    const unusable = new Map(
      decoded.flatMap(({ entry, unusable: reason }) =>
        reason === undefined ? [] : [[entry.model_info?.id ?? "", reason] as const],
      ),
    );
    const merged = mergeModels(
      fileModels,
      decoded.map(({ entry }) => entry),
    );
    const settings = buildSettings({
      file: config.file,
      environment: config.environment,
      overrides,
      generation: ++generation,
      keptMasterKey: source.keptMasterKey,
      served: { models: merged.models, unusable },
    });
    const inFile = used ? mergeFindings(config.findings, checked.findings, overrides) : config.findings;
    const all = withRoutingFindings(inFile, settings, {
      isStored: merged.isStored,
      isPriced,
    });
    const models = unusableFindings(decoded);
    for (const finding of findings) log.warn("config.revision_unusable", { finding: formatFinding(finding) });
    for (const finding of models) log.warn("config.model_unusable", { finding: formatFinding(finding) });
    const rowsById = new Map(read.rows.map((row) => [row.id, row]));
    const fileIds = new Set(fileModels.map((entry) => entry.model_info?.id));
    const found = [...findings, ...models, ...all];
    return { ...read, settings, overrides, newest, used, findings: found, rowsById, fileIds };
  }

  return {
    current: () => inForce.settings,
    source: (setting) => {
      if (inForce.overrides[setting] !== undefined) return "revision";
      return inForce.config.given.has(setting) ? "file" : "default";
    },
    fileValue: (setting) => fileJwtAuth(inForce.config.file)[setting],
    overrides: () => inForce.overrides,
    shown(setting) {
      const { overrides, used, config } = inForce;
      if (overrides[setting] === undefined) return fileJwtAuth(config.file)[setting];
      return HOLDS_SECRETS.has(setting) ? Object(used?.settings)[setting] : overrides[setting];
    },
    revisionOf: (overrides, newId) => revisionOf(overrides, inForce.secrets, newId),
    withOverrides(overrides) {
      const { settings, config } = inForce;
      const jwtAuth = { ...fileJwtAuth(config.file), ...overrides };
      return { ...settings, jwtAuth: withIssuerDefaults(jwtAuth, providersOf(config)) };
    },
    revision: () => inForce.newest,
    findings: () => [...fileFindings, ...noted.values(), ...inForce.findings],
    note(finding) {
      const key = notedKey(finding);
      if (noted.has(key)) return;
      noted.set(key, finding);
      log.warn("config.noted", { finding: formatFinding(finding) });
    },
    withdraw: (finding) => void noted.delete(notedKey(finding)),
    hasFileModel: (id) => inForce.fileIds.has(id),
    storedModel: (id) => inForce.rowsById.get(id),
    check: (draft) => check(draft, inForce, "save"),
    checkDraft: (draft) => checkTried(draft, inForce),
    refresh: () =>
      inTurn(async () => {
        const read = await readDatabase(inForce);
        if (isSame(read, inForce)) return;
        inForce = compose({ ...inForce, ...read });
      }),
    replaceFile: (config, findings) =>
      inTurn(async () => {
        inForce = compose({ ...inForce, ...fileOf(config) });
        fileFindings = findings;
        noted.clear();
      }),
    refuseFile: (findings) => {
      fileFindings = findings;
    },
  };
}

function notedKey({ number, path }: Pick<Finding, "number" | "path">): string {
  return `${number} ${path}`;
}

function providersOf({ environment, file }: UsableConfig): IssuerContext {
  return {
    audiences: splitList(environment.jwtAudience),
    publicKeyUrls: splitList(environment.jwtPublicKeyUrl),
    consoleIssuer: loginIssuer(environment, file.general_settings),
    unlistedLogins: (settings) =>
      file.general_settings ? unlistedLogins(settings, file.general_settings, environment) : [],
  };
}

function fileOf(config: UsableConfig): Pick<Read, "config" | "fileModels"> {
  return { config, fileModels: withIds(config.file.model_list) };
}

/** Whether nothing has changed. Then the generation stays, and with it what is cached by it. */
function isSame(a: FromDatabase, b: FromDatabase): boolean {
  const versions = ({ revisions, rows, decoded, secrets }: FromDatabase): string =>
    JSON.stringify([
      revisions.map(({ id }) => id),
      rows.map(versionOf),
      decoded.map(({ unusable }) => unusable),
      [...secrets].map(([id, secret]) => [id, secret !== undefined]),
    ]);
  return versions(a) === versions(b);
}

function versionOf({ id, updatedAt, sealed }: StoredModelRow): string {
  return JSON.stringify([id, updatedAt, sealed]);
}

/** Asks about each entry once, because entries do not change and looking up an unknown model takes 40 µs. */
function remembered(isPriced: (entry: ModelEntry) => boolean): (entry: ModelEntry) => boolean {
  const known = new WeakMap<ModelEntry, boolean>();
  return (entry) => {
    let answer = known.get(entry);
    if (answer === undefined) known.set(entry, (answer = isPriced(entry)));
    return answer;
  };
}
