import { quote } from "@/lib/quote";
import type { ErrorCode } from "@/lib/errors";
import type { InternalRole, Settings } from "@/lib/config/schema";
import type { AccessRequest, Check, Facts, Identity, MakesKeys, Obligation, TeamFacts, UserFacts } from "./decision";

/** The settings that a decision depends on. `otherIssuers` absent: any. `mcpServers` absent: none. */
export type DecidingSettings = Pick<Settings, "jwtAuth"> & Partial<Pick<Settings, "otherIssuers" | "mcpServers">>;

/** Everything that a decision may depend on. */
export interface DecisionInput {
  readonly settings: DecidingSettings;
  readonly identity: Identity;
  readonly facts: Facts;
  readonly request: AccessRequest;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The team that the caller acts for. `facts` is undefined if the team is not in the database (yet), or need not be. */
export interface ActingTeam {
  readonly id: string;
  readonly facts: TeamFacts | undefined;
  /** Whether only `team_id_default` names it. */
  readonly isDefault?: true;
}
export interface ActingUser {
  readonly id: string;
  readonly facts: UserFacts | undefined;
}

/** What the rules have established so far. A rule never changes it; its verdict says what to add. */
export interface Standing {
  readonly admin: boolean;
  /** Whether the caller reads as administrators do. Only set for operations that read. */
  readonly viewer: boolean;
  /** The teams that the caller administers. Only set for operations that the administrators of teams may call. */
  readonly administers: readonly string[];
  readonly role: InternalRole | undefined;
  /** Which keys `key_generation_settings` lets the caller make. Only set on routes about keys of one's own. */
  readonly makesKeys: MakesKeys | undefined;
  readonly team: ActingTeam | undefined;
  readonly user: ActingUser | undefined;
  readonly obligations: readonly Obligation[];
  /** What entitles the caller to be served, in words. Empty until a rule grants something. */
  readonly grants: readonly string[];
}

export const NO_STANDING: Standing = {
  admin: false,
  viewer: false,
  administers: [],
  role: undefined,
  makesKeys: undefined,
  team: undefined,
  user: undefined,
  obligations: [],
  grants: [],
};

export interface FailedCheck {
  readonly outcome: "fail";
  readonly because: string;
  readonly code: ErrorCode;
}

export type Verdict =
  | { readonly outcome: "pass"; readonly because: string; readonly adds?: Partial<Standing> }
  | { readonly outcome: "skip"; readonly because: string }
  | FailedCheck;

/** One line of the table of rules. */
export interface Rule {
  readonly rule: Check["rule"];
  readonly spec: string;
  /** The codes of the refusals that it can give. */
  readonly codes: readonly ErrorCode[];
  /** What the rule does, in one or two sentences for docs/explain/how-a-call-is-decided.md. */
  readonly says: string;
  readonly check: (input: DecisionInput, standing: Standing) => Verdict;
}

export function pass(because: string, adds?: Partial<Standing>): Verdict {
  return adds ? { outcome: "pass", because, adds } : { outcome: "pass", because };
}
export function skip(because: string): Verdict {
  return { outcome: "skip", because };
}
/** `because` is also the message that the caller gets: keep it short and about nobody but the caller. */
export function fail(code: ErrorCode, because: string): FailedCheck {
  return { outcome: "fail", code, because };
}

/** Names teams in the middle of a sentence: `the teams "a", "b"`. */
export function theTeams(ids: readonly string[]): string {
  return `the ${ids.length === 1 ? "team" : "teams"} ${list(ids)}`;
}

/** Lists quoted values for a message, cut to a bounded number. */
export function list(values: readonly string[]): string {
  if (values.length === 0) return "none";
  const shown = values
    .slice(0, 8)
    .map((value) => quote(value))
    .join(", ");
  return values.length > 8 ? `${shown} and ${values.length - 8} more` : shown;
}

/** "1 group", "2 groups". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
