import type {
  AccessRequest,
  Claims,
  EndUserFacts,
  KeyFacts,
  OrganizationFacts,
  TeamFacts,
  UserFacts,
  VerifiedToken,
} from "@/lib/auth/decision";
import type { TokenVerifier } from "@/lib/auth/token/verify";
import type { Finding } from "@/lib/config/finding";
import type { CheckedOverrides } from "@/lib/settings/overrides";
import type { ParsedConfig } from "@/lib/settings/parse";
import type { AccessOverrides, AccessSetting, ConfigFile, ModelEntry, Settings } from "@/lib/config/schema";
import type { Environment } from "@/lib/config/io/environment";
import type { PriceStore } from "@/lib/store/settings/price-store";
import type { CallIntent, CallStatus, SpendRecord, Usage, TriedAttempt } from "@/lib/calls/record";
import type { SecretBox } from "@/lib/store/secret-box";
import type { StoredModelRow } from "@/lib/store/settings/models";
import type { Deployment } from "@/lib/providers/deployment";
import type { Database } from "@/lib/store/database";
import type { ApiRequest } from "@/lib/doors/contract";
import type { CallsUnderWay } from "./call/calls-under-way";
import type { CallLimits } from "@/lib/limits/gate";
import type { DenialLog } from "./record/io/denial-log";
import type { DecisionRecorder } from "./record/io/decision-recorder";
import type { DeploymentStates } from "./call/deployment-states";
import type { Evaluation } from "./request/evaluate";
import type { Upstreams } from "@/lib/upstream/pools";

/** What the database knows, cached; dropped entry by entry as the change feed says. */
export interface Directory {
  /** Each resolves to undefined when there is no such row. @throws GatewayError directory_unavailable */
  team(id: string): Promise<TeamFacts | undefined>;
  user(id: string): Promise<UserFacts | undefined>;
  organization(id: string): Promise<OrganizationFacts | undefined>;
  endUser(id: string): Promise<EndUserFacts | undefined>;
  /** By the SHA-256 of the key, in hex. */
  keyByHash(hash: string): Promise<KeyFacts | undefined>;
}

/** The directory of the request path, which hears of changes. */
export interface VersionedDirectory extends Directory {
  /**
   * Grows with every change that is heard of, and whenever a row is served that nobody vouches for: what was read under
   * one version is right as long as it lasts. Undefined while changes go unheard.
   */
  readonly version: number | undefined;
}

export type ChangedEntity =
  "team" | "user" | "organization" | "end_user" | "key" | "config" | "model" | "price" | "provider_keys" | "team_calls";
export interface Change {
  readonly entity: ChangedEntity;
  /**
   * Of a key: the SHA-256 by which it is looked up. Empty: any row of that entity may have changed (notices may have
   * been missed, or the list was too long for one).
   */
  readonly id: string;
}
/** Which nodes of this database took a change in, and after how many milliseconds; null: not within 250 ms. */
export interface Receipt {
  readonly node: string;
  readonly acknowledged_ms: number | null;
}

export interface ChangeFeed {
  /** This process, as receipts name it. */
  readonly node: string;
  readonly connected: boolean;
  /** When the database last answered this feed: until then no notice was missed. Milliseconds since the epoch. */
  readonly lastHeardAt: number;
  /** Called for each change, this process's own included, before it is acknowledged. */
  subscribe(listener: (change: Change) => void | Promise<void>): void;
  /** Applies a committed change here at once and waits up to 250 ms for the other nodes. */
  settle(changeId: string, changes: readonly Change[]): Promise<Receipt[]>;
  close(): Promise<void>;
}

/** The settings in force: file, environment, newest revision. */
export interface SettingsStore {
  current(): Settings;
  /** Where the value in force of an editable setting comes from. */
  source(setting: AccessSetting): "file" | "revision" | "default";
  /** What the file (and its defaults) say, without the revision. */
  fileValue<Name extends AccessSetting>(setting: Name): Settings["jwtAuth"][Name];
  /** The newest revision's overrides. */
  overrides(): AccessOverrides;
  /** The newest revision, even when it cannot be used and an earlier one is in force. */
  revision():
    | { readonly id: number; readonly createdAt: Date; readonly actor: string; readonly comment: string | null }
    | undefined;
  /** What is wrong or suspicious in the file and the overrides in force. */
  findings(): readonly Finding[];
  /** Checks a draft of overrides as it would be in force; `overrides` is undefined when it cannot be. */
  check(draft: unknown): CheckedOverrides;
  /** The row behind a model of the database; undefined: it is the file's, or there is none. */
  storedModel(id: string): StoredModelRow | undefined;
  /** Reads the newest revision and the models of the database again. @throws the database's error; what is in force stays so */
  refresh(): Promise<void>;
  /** Puts a file in force in place of the one before. `findings`: what of it waits for a restart. @throws TypeError when no master key is left */
  replaceFile(config: ParsedConfig & { readonly file: ConfigFile }, findings: readonly Finding[]): Promise<void>;
  /** Tells why a changed file is not in force. */
  refuseFile(findings: readonly Finding[]): void;
}

/** A call whose intent is in the journal. */
export interface OpenCall {
  readonly intent: CallIntent;
  /** Prices the usage and writes the second line. Only the first call counts; each answers what the first one did. */
  settle(end: CallEnd): Settlement;
}

/** How a call has ended. */
export interface CallEnd {
  readonly status: CallStatus;
  readonly httpStatus: number | null;
  readonly usage: Usage;
  readonly upstreamMs: number | null;
  readonly endedAt: number;
  /** How often it was tried. Absent: once. */
  readonly attempts?: number;
  /** The attempts before the last one. Absent: there were none. */
  readonly tried?: readonly TriedAttempt[] | undefined;
  /** What served it, or failed last. Absent: what the intent says. */
  readonly served?: Pick<Deployment, "id" | "provider" | "model" | "entry">;
}

/** A finished call. */
export interface Settlement {
  readonly record: SpendRecord;
  /** Resolves when the second line survives the process, which the last byte to the caller waits for, or when the disk has refused it. */
  readonly written: Promise<void>;
}

/** What this process's journal holds. */
export interface JournalState {
  /** Calls that have begun and not ended. */
  readonly open: number;
  /** Finished calls that memory knows and the database does not yet. */
  readonly waiting: number;
  /** Segments with finished calls that are only on disk, and will be read again from there. */
  readonly spilledSegments: number;
  /** Finished calls that the disk did not take. */
  readonly inMemoryAlone: number;
  readonly segments: number;
  readonly bytes: number;
  readonly maximumBytes: number;
}

export interface SpendBook {
  /** Writes the intent; it survives the process once this resolves. @throws GatewayError journal_unavailable, shutting_down */
  begin(intent: CallIntent, entry: ModelEntry): Promise<OpenCall>;
  /** Resolves when everything settled so far is in the database. */
  drained(): Promise<void>;
  /** Why the journal takes no calls, if it does not: a readiness failure. */
  readonly fault: string | undefined;
  readonly state: JournalState;
  /** Whether no call is open and all that were are in the database. */
  readonly isAllBooked: boolean;
  /** The name of this process's journal, which no other process has, by which a later one knows whose it was. */
  readonly run: string;
  close(): Promise<void>;
}

/** One JSON line per event on stderr; values of type Secret and anything that looks like a credential never appear. */
export interface Logger {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

/** Everything operations act through; made once per process. */
export interface Services {
  readonly environment: Environment;
  /** Of the product, as package.json says. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
  readonly database: Database;
  readonly directory: VersionedDirectory;
  readonly changes: ChangeFeed;
  readonly settings: SettingsStore;
  readonly denials: DenialLog;
  /** Counts who asks for what, for trying drafts of settings on. */
  readonly recorder: DecisionRecorder;
  readonly spend: SpendBook;
  readonly prices: PriceStore;
  /** Budgets and rates, of whoever has any. */
  readonly limits: CallLimits;
  readonly tokens: TokenVerifier;
  /** What the request path asks about a call; the same as `evaluate` with the settings in force, at once where it is remembered. */
  readonly evaluate: (token: VerifiedToken, request: AccessRequest) => Evaluation | Promise<Evaluation>;
  /** The operator's `custom_validate`, if there is one. */
  readonly customValidate: ((claims: Claims) => unknown) | undefined;
  /** The console session in a request's cookies, if there is a valid one. */
  readonly readSession: (headers: ApiRequest["headers"]) => Promise<VerifiedToken | undefined>;
  readonly upstreams: Upstreams;
  readonly underWay: CallsUnderWay;
  /** Which deployments fail, and what each has to do. */
  readonly deployments: DeploymentStates;
  /** What secrets in the database are encrypted with. */
  readonly secrets: SecretBox;
  /** From 0 to below 1. */
  readonly random: () => number;
}
