import { createWorkQueue } from "@/lib/async/work-queue";
import type { StoredCredentialRow } from "@/lib/store/settings/credentials";
import { type StoredModelRow } from "@/lib/store/settings/models";
import type { StoredToolServerRow } from "@/lib/store/settings/tool-servers";
import type { StoredLogin } from "@/lib/config/login/login-settings";
import type { StoredLoginRow } from "@/lib/store/settings/logins";
import type { AlertRows } from "./alerts/stored-alerts";
import type { LoginInForce } from "./login/login-in-force";
import { withLoginAdministrators } from "./settings";
import { fileJwtAuth } from "./file-checks";
import { formatFinding, type Finding } from "@/lib/config/finding";
import { withIssuerDefaults } from "./issuer-defaults";
import { revisionOf } from "./access/access-secrets";
import { type CheckedOverrides } from "./overrides";
import type { CheckedDraft } from "./access/settings-draft";
import type { ParsedConfig } from "./parse";
import type { AccessOverrides, AccessSetting, ConfigFile, Settings } from "@/lib/config/schema";
import {
  fileOf,
  type FromDatabase,
  isAboutEntry,
  providersOf,
  SettingsComposer,
  type SettingsSource,
} from "./in-force/settings-composer";

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
  /** Those that are about an entry of the database, by its id, which are found without judging all entries. */
  findingsOf(id: string): readonly Finding[];
  /** Whether a changed file cannot be used, so that the one before it stays in force. */
  isFileRefused(): boolean;
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
  /** Whether the file has a credential of this name. */
  hasFileCredential(name: string): boolean;
  /** The rows of the database's credentials, and why this node cannot use one. */
  storedCredentials(): readonly { readonly row: StoredCredentialRow; readonly unusable: string | undefined }[];
  /** Whether the file has a tool server of this name. */
  hasFileToolServer(name: string): boolean;
  /** The rows of the database's tool servers, and why this node does not serve one. */
  storedToolServers(): readonly { readonly row: StoredToolServerRow; readonly unusable: string | undefined }[];
  /** The login in force and the row of the database's, which may not be in force. */
  login(): LoginInForce & { readonly row: StoredLoginRow | undefined };
  /** The rows behind the alerts in force, those too that are not in force. */
  storedAlerts(): AlertRows;
  /** The settings with this login of the database in place of the one in force. */
  withLogin(login: StoredLogin | undefined): Settings;
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

/** Settings in which a revision has marks in place of secrets. */
const HOLDS_SECRETS: ReadonlySet<AccessSetting> = new Set(["issuers", "microsoft_graph"]);

/** Creates the store, with the latest revisions and the database's models already read. @throws the database's error */
export async function createSettingsStore(source: SettingsSource): Promise<SettingsStore> {
  const { log } = source;
  const composer = new SettingsComposer(source);
  /**
   * Findings about a file that has changed since the start: why it is not in force, or which changes wait for a
   * restart.
   */
  let fileFindings: readonly Finding[] = [];
  /** The findings of `note`, by number and path. */
  const noted = new Map<string, Finding>();
  let inForce = composer.compose({ ...(await composer.read()), ...fileOf(source.config) });
  /** Lets one read run at a time, because a slow older one must never undo a newer one. */
  const inTurn = createWorkQueue();

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
      const drafted = { ...fileJwtAuth(config.file), ...overrides };
      const jwtAuth = withIssuerDefaults(drafted, providersOf(config, settings.login));
      return { ...settings, jwtAuth: withLoginAdministrators(jwtAuth, settings.login) };
    },
    revision: () => inForce.newest,
    findings: () => [...fileFindings, ...noted.values(), ...inForce.findings()],
    findingsOf: (id) => [
      ...[...noted.values()].filter(({ path }) => isAboutEntry(path, id)),
      ...inForce.findingsOf(id),
    ],
    isFileRefused: () => fileFindings.some(({ number }) => number === "C058"),
    note(finding) {
      const key = notedKey(finding);
      if (noted.has(key)) return;
      noted.set(key, finding);
      log.warn("config.noted", { finding: formatFinding(finding) });
    },
    withdraw: (finding) => void noted.delete(notedKey(finding)),
    hasFileModel: (id) => inForce.fileIds.has(id),
    storedModel: (id) => inForce.rowsById.get(id),
    hasFileCredential: (name) => inForce.config.file.credential_list.some(({ credential_name: own }) => own === name),
    storedCredentials: () =>
      inForce.credentialRows.map((row, index) => ({ row, unusable: inForce.credentials[index]?.unusable })),
    hasFileToolServer: (name) => inForce.fileServers.some((server) => server.name === name),
    storedToolServers: () =>
      inForce.serverRows.map((row, index) => ({ row, unusable: inForce.storedServers[index]?.unusable })),
    login: () => ({ ...inForce.loginInForce, row: inForce.loginRows[0] }),
    storedAlerts: () => ({
      channels: inForce.alertChannelRows,
      rules: inForce.alertRuleRows,
      silences: inForce.alertSilenceRows,
    }),
    withLogin(login) {
      const { settings, config, overrides } = inForce;
      const drafted = { ...fileJwtAuth(config.file), ...overrides };
      const jwtAuth = withIssuerDefaults(drafted, providersOf(config, login));
      return { ...settings, login, jwtAuth: withLoginAdministrators(jwtAuth, login) };
    },
    check: (draft) => composer.check(draft, inForce, "save"),
    checkDraft: (draft) => composer.checkTried(draft, inForce),
    refresh: () =>
      inTurn(async () => {
        const read = await composer.read(inForce);
        if (isSame(read, inForce)) return;
        inForce = composer.compose({ ...inForce, ...read });
      }),
    replaceFile: (config, findings) =>
      inTurn(async () => {
        inForce = composer.compose({ ...inForce, ...fileOf(config) });
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

/** Whether nothing has changed. Then the generation stays, and with it what is cached by it. */
function isSame(a: FromDatabase, b: FromDatabase): boolean {
  if (a.rows !== b.rows || a.credentialRows !== b.credentialRows || a.serverRows !== b.serverRows) return false;
  if (a.loginRows !== b.loginRows || typeof a.login !== typeof b.login) return false;
  if (a.alertChannelRows !== b.alertChannelRows || a.alertRuleRows !== b.alertRuleRows) return false;
  if (a.alertSilenceRows !== b.alertSilenceRows) return false;
  const versions = (read: FromDatabase): string =>
    JSON.stringify([
      read.revisions.map(({ id }) => id),
      [read.decoded, read.credentials, read.servers].map((decoded) => decoded.map(({ unusable }) => unusable)),
      read.alerts.channels.map(({ address }) => typeof address === "string"),
      [...read.secrets].map(([id, secret]) => [id, secret !== undefined]),
    ]);
  return versions(a) === versions(b);
}
