import type { Logger } from "@/lib/log";
import type { Database } from "@/lib/store/database";
import type { Versioned } from "@/lib/store/settings/read-rows";
import { storedAlertChannels, type StoredAlertChannelRow } from "@/lib/store/alerts/stored-channels";
import { storedAlertRules, type StoredAlertRuleRow } from "@/lib/store/alerts/stored-rules";
import { storedAlertSilences, type StoredAlertSilenceRow } from "@/lib/store/alerts/stored-silences";
import { storedCredentials, type StoredCredentialRow } from "@/lib/store/settings/credentials";
import { storedLogins, type StoredLoginRow } from "@/lib/store/settings/logins";
import { storedModels, type StoredModelRow } from "@/lib/store/settings/models";
import { storedToolServers, type StoredToolServerRow } from "@/lib/store/settings/tool-servers";
import { openRevisionSecrets, readRevisionSecrets } from "@/lib/store/settings/revision-secrets";
import { latestRevisions, type StoredRevision } from "@/lib/store/settings/revisions";
import type { KnownRoute } from "../access/named-routes";
import { draftSizeFault } from "@/lib/config/draft-size";
import { withIds } from "../deployment-ids";
import { fileJwtAuth, splitList } from "../file-checks";
import { formatFinding, hasErrors, toFinding, type Finding } from "@/lib/config/finding";
import { loginIssuer } from "../issuer-defaults";
import { openAccessSecrets, type KnownSecrets, type SecretUse } from "../access/access-secrets";
import { checkOverrides, type CheckedOverrides } from "../overrides";
import { unlistedLogins } from "../console/console-checks";
import type { IssuerContext } from "../access/issuer-list-faults";
import { checkDraft, type CheckedDraft } from "../access/settings-draft";
import type { ParsedConfig } from "../parse";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { AccessOverrides, ConfigFile, ModelEntry, Settings } from "@/lib/config/schema";
import type { StoredLogin } from "@/lib/config/login/login-settings";
import type { Secret } from "@/lib/config/secret";
import { byName } from "@/lib/config/provider-settings/named-credentials";
import { buildSettings, toolServersOf, withLoginAdministrators } from "../settings";
import { decodeCredential, type DecodedCredential } from "../credentials/stored-credentials";
import type { AlertingGiven } from "../alerts/alerting-in-force";
import { decodeAlerts } from "../alerts/stored-alerts";
import { loginInForce, type LoginInForce } from "../login/login-in-force";
import { decodeLogin } from "../login/stored-login";
import { overriddenSettings } from "./overridden-settings";
import {
  mergeCredentials,
  mergeFindings,
  mergeModels,
  newestUsable,
  routingFindingsOf,
  unusableFindings,
  withoutUnknown,
  withRoutingFindings,
} from "./settings-in-force";
import type { OpenSealed } from "@/lib/store/open-sealed";
import { decodeModel, type DecodedModel } from "../stored-models";
import {
  decodeToolServer,
  mergeToolServers,
  unservedFindings,
  type DecodedToolServer,
} from "../tool-servers/stored-tool-servers";

/** How many revisions are tried, because the latest ones may be unusable for this version. */
const REVISIONS_TRIED = 20;

export type UsableConfig = ParsedConfig & { readonly file: ConfigFile };

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
export interface Read {
  readonly config: UsableConfig;
  readonly fileModels: readonly ModelEntry[];
  readonly fileServers: readonly McpServer[];
  readonly revisions: readonly StoredRevision[];
  readonly rows: readonly Versioned<StoredModelRow>[];
  readonly decoded: readonly DecodedModel[];
  readonly credentialRows: readonly Versioned<StoredCredentialRow>[];
  readonly credentials: readonly DecodedCredential[];
  readonly serverRows: readonly Versioned<StoredToolServerRow>[];
  readonly servers: readonly DecodedToolServer[];
  readonly loginRows: readonly Versioned<StoredLoginRow>[];
  /** Undefined: nobody has set one up. A string: why this node cannot use it. */
  readonly login: StoredLogin | string | undefined;
  readonly alertChannelRows: readonly Versioned<StoredAlertChannelRow>[];
  readonly alertRuleRows: readonly Versioned<StoredAlertRuleRow>[];
  readonly alertSilenceRows: readonly Versioned<StoredAlertSilenceRow>[];
  readonly alerts: AlertingGiven["stored"];
  readonly secrets: KnownSecrets["stored"];
}

export type FromDatabase = Omit<Read, "config" | "fileModels" | "fileServers">;

export interface InForce extends Read {
  readonly settings: Settings;
  readonly overrides: AccessOverrides;
  readonly loginInForce: LoginInForce;
  readonly newest: StoredRevision | undefined;
  readonly used: StoredRevision | undefined;
  /** The findings about all of it. They are made when somebody asks, because thousands of entries take a while. */
  readonly findings: () => readonly Finding[];
  /** Those of them that are about an entry of the database, by its id. It does not wait for the others. */
  readonly findingsOf: (id: string) => readonly Finding[];
  /** The servers of the database that are served. */
  readonly storedServers: readonly DecodedToolServer[];
  /** The rows by their ids, and the ids of the file's models. */
  readonly rowsById: ReadonlyMap<string, StoredModelRow>;
  readonly fileIds: ReadonlySet<string | undefined>;
}

/** Makes the settings in force of what the file, the environment and the database say. */
export class SettingsComposer {
  readonly #source: SettingsSource;
  readonly #open: OpenSealed;
  readonly #isPriced: ((entry: ModelEntry) => boolean) | undefined;
  /** What rows say that can be used. A row that has not changed stays the same object. */
  readonly #models = new WeakMap<StoredModelRow, DecodedModel>();
  readonly #servers = new WeakMap<StoredToolServerRow, DecodedToolServer>();
  #generation = 0;
  /** The settings of the file without effect that the log was told of last. */
  #toldOverridden = "";

  constructor(source: SettingsSource) {
    this.#source = source;
    this.#open = source.models?.open ?? (() => ({ fault: "another key" }));
    this.#isPriced = source.models && remembered(source.models.isPriced);
  }

  /** Reads the database. Rows that have not changed since `before` are neither fetched nor decoded again. */
  async read(before?: Read): Promise<FromDatabase> {
    const { database } = this.#source;
    const [revisions, rows, credentialRows, serverRows, loginRows, ...alertRows] = await Promise.all([
      latestRevisions(database, REVISIONS_TRIED),
      storedModels.read(database, before?.rows),
      storedCredentials.read(database, before?.credentialRows),
      storedToolServers.read(database, before?.serverRows),
      storedLogins.read(database, before?.loginRows),
      storedAlertChannels.read(database, before?.alertChannelRows),
      storedAlertRules.read(database, before?.alertRuleRows),
      storedAlertSilences.read(database, before?.alertSilenceRows),
    ]);
    const [alertChannelRows, alertRuleRows, alertSilenceRows] = alertRows;
    const alerts = { channels: alertChannelRows, rules: alertRuleRows, silences: alertSilenceRows };
    // Secrets are read after the revisions, so that none is missing that a revision names.
    const sealed = await readRevisionSecrets(database);
    const isKnownProvider = this.#source.models?.isKnownProvider ?? (() => true);
    const credentials = credentialRows.map((row) => decodeCredential(row, this.#open));
    return {
      revisions,
      rows,
      decoded: rows.map((row) => usable(this.#models, row, () => decodeModel(row, this.#open, isKnownProvider))),
      credentialRows,
      credentials,
      serverRows,
      // A server whose row has not changed stays the same object, because what is known about it goes by that.
      servers: serverRows.map((row) => usable(this.#servers, row, () => decodeToolServer(row, this.#open))),
      loginRows,
      login: loginRows[0] && decodeLogin(loginRows[0], this.#open),
      alertChannelRows,
      alertRuleRows,
      alertSilenceRows,
      alerts: decodeAlerts(alerts, this.#open),
      secrets: openRevisionSecrets(sealed, this.#open),
    };
  }

  #opened(draft: unknown, { config, secrets, overrides }: Read & Partial<InForce>, use: SecretUse) {
    const file = fileJwtAuth(config.file);
    const kept = [...(overrides?.issuers ?? []), ...file.issuers];
    const common = [{ microsoft_graph: overrides?.microsoft_graph }, file];
    return openAccessSecrets(draft, { stored: secrets, kept, common, inFile: file.issuers }, use);
  }

  check(draft: unknown, read: Read & Partial<InForce>, use: Exclude<SecretUse, "trial">): CheckedOverrides {
    const tooLarge = use === "save" ? draftSizeFault(draft) : undefined;
    if (tooLarge) return { overrides: undefined, findings: [toFinding(tooLarge)] };
    const { config, fileModels, decoded } = read;
    const { models } = mergeModels(
      fileModels,
      decoded.map(({ entry }) => entry),
    );
    const modelNames = models.map((entry) => entry.model_name);
    const { draft: withSecrets, faults } = this.#opened(draft, read, use);
    const { overrides, findings } = checkOverrides(withSecrets, fileJwtAuth(config.file), {
      modelNames,
      routes: this.#source.routes,
      providers: providersOf(config, loginOf(read).stored),
      keyMaxDays: { days: config.file.general_settings?.user_key_max_days },
    });
    const all = [...faults.map((fault) => toFinding(fault)), ...findings];
    return { overrides: hasErrors(all) ? undefined : overrides, findings: all };
  }

  checkTried(draft: unknown, read: InForce): CheckedDraft {
    const { config, settings } = read;
    const checked = checkDraft(this.#opened(draft, read, "trial").draft, fileJwtAuth(config.file), {
      ...providersOf(config, settings.login),
      modelNames: settings.models.map((entry) => entry.model_name),
      routes: this.#source.routes,
    });
    const { jwtAuth } = checked;
    return { ...checked, jwtAuth: jwtAuth && withLoginAdministrators(jwtAuth, settings.login) };
  }

  compose(read: Read): InForce {
    const { config, fileModels, revisions } = read;
    const credentials = mergeCredentials(byName(config.file.credential_list), read.credentials);
    const decoded = read.decoded.map((one) => withoutUnknown(one, credentials));
    const login = loginOf(read);
    const { newest, used, checked, findings } = newestUsable(revisions, (draft) => this.check(draft, read, "stored"));
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
    const tools = mergeToolServers(read.fileServers, read.servers, config.file.mcp_aliases);
    const settings = buildSettings({
      file: config.file,
      environment: config.environment,
      overrides,
      login: login.stored,
      alerts: read.alerts,
      generation: ++this.#generation,
      keptMasterKey: this.#source.keptMasterKey,
      served: { models: merged.models, unusable, credentials, mcpServers: tools.servers },
    });
    const inFile = used ? mergeFindings(config.findings, checked.findings, overrides) : config.findings;
    const models = [...unusableFindings(decoded), ...unservedFindings(tools.stored)];
    for (const finding of findings)
      this.#source.log.warn("config.revision_unusable", { finding: formatFinding(finding) });
    for (const finding of models) this.#source.log.warn("config.model_unusable", { finding: formatFinding(finding) });
    const overridden = overriddenSettings(config, overrides, used?.id);
    if (overridden.told !== this.#toldOverridden && overridden.findings.length > 0)
      this.#source.log.warn("config.overridden", { findings: overridden.findings.map(formatFinding) });
    this.#toldOverridden = overridden.told;
    const rowsById = new Map(read.rows.map((row) => [row.id, row]));
    const fileIds = new Set(fileModels.map((entry) => entry.model_info?.id));
    let found: readonly Finding[] | undefined;
    const allFindings = (): readonly Finding[] =>
      (found ??= [
        ...findings,
        ...overridden.findings,
        ...models,
        ...withRoutingFindings(inFile, settings, { isStored: merged.isStored, isPriced: this.#isPriced }),
      ]);
    const findingsOf = (id: string): readonly Finding[] => {
      const own = (found ?? models).filter(({ path }) => isAboutEntry(path, id));
      return found || !rowsById.has(id) ? own : [...own, ...routingFindingsOf(id, settings, this.#isPriced)];
    };
    const storedServers = tools.stored;
    const more = { findingsOf, storedServers, rowsById, fileIds, loginInForce: login };
    return { ...read, settings, overrides, newest, used, findings: allFindings, ...more };
  }
}

/** Whether the path of a finding is that of an entry of the database, or of a part of one. */
export function isAboutEntry(path: string, id: string): boolean {
  return path === `models.${id}` || path.startsWith(`models.${id}.`);
}

/** The login that is in force by what was read. */
function loginOf({ config, login: stored }: Read): LoginInForce {
  const { environment, file } = config;
  return loginInForce({ oidc: environment.oidc, further: file.general_settings?.console_login ?? [], stored });
}

/** `login`: that of the database, if it is in force. */
export function providersOf({ environment, file }: UsableConfig, login: StoredLogin | undefined): IssuerContext {
  return {
    audiences: splitList(environment.jwtAudience),
    publicKeyUrls: splitList(environment.jwtPublicKeyUrl),
    consoleIssuer: loginIssuer({ oidc: environment.oidc ?? login }, file.general_settings),
    unlistedLogins: (settings) =>
      file.general_settings ? unlistedLogins(settings, file.general_settings, environment) : [],
  };
}

export function fileOf(config: UsableConfig): Pick<Read, "config" | "fileModels" | "fileServers"> {
  return { config, fileModels: withIds(config.file.model_list), fileServers: toolServersOf(config.file) };
}

/** What a row says. What could not be used is decoded again, because the keys may have changed. */
function usable<Row extends object, Decoded extends { readonly unusable: string | undefined }>(
  known: WeakMap<Row, Decoded>,
  row: Row,
  decode: () => Decoded,
): Decoded {
  const before = known.get(row);
  if (before) return before;
  const decoded = decode();
  if (decoded.unusable === undefined) known.set(row, decoded);
  return decoded;
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
