import type { ErrorCode } from "@/lib/errors";
import type { InternalRole, Settings } from "@/lib/config/schema";
import type { AccessRequest, Check, Facts, Identity, Obligation, TeamFacts, UserFacts } from "./decision";

/** All that a decision may depend on. */
export interface DecisionInput {
  readonly settings: Pick<Settings, "jwtAuth">;
  readonly identity: Identity;
  readonly facts: Facts;
  readonly request: AccessRequest;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A team the caller acts for; `facts` is undefined where it need not be, or is not yet, in the database. */
export interface ActingTeam {
  readonly id: string;
  readonly facts: TeamFacts | undefined;
}
export interface ActingUser {
  readonly id: string;
  readonly facts: UserFacts | undefined;
}

/** What the rules so far have established. A rule never changes it; it answers what to add. */
export interface Standing {
  readonly admin: boolean;
  readonly role: InternalRole | undefined;
  readonly team: ActingTeam | undefined;
  readonly user: ActingUser | undefined;
  readonly obligations: readonly Obligation[];
  /** What entitles the caller to be served at all, in words; empty: nothing has yet. */
  readonly grants: readonly string[];
}

export const NO_STANDING: Standing = {
  admin: false,
  role: undefined,
  team: undefined,
  user: undefined,
  obligations: [],
  grants: [],
};

export type Verdict =
  | { readonly outcome: "pass"; readonly because: string; readonly adds?: Partial<Standing> }
  | { readonly outcome: "skip"; readonly because: string }
  | { readonly outcome: "fail"; readonly because: string; readonly code: ErrorCode };

/** One line of the table of rules. */
export interface Rule {
  readonly rule: Check["rule"];
  readonly spec: string;
  /** What it does, for the documentation. */
  readonly says: string;
  readonly check: (input: DecisionInput, standing: Standing) => Verdict;
}

export function pass(because: string, adds?: Partial<Standing>): Verdict {
  return adds ? { outcome: "pass", because, adds } : { outcome: "pass", because };
}
export function skip(because: string): Verdict {
  return { outcome: "skip", because };
}
/** `because` is also the message on the wire: terse, and never about anybody but the caller. */
export function fail(code: ErrorCode, because: string): Verdict {
  return { outcome: "fail", code, because };
}

/** A value from a token or a request, bounded, for a message. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 117)}...` : value);
}
/** A list for a message. */
export function list(values: readonly string[]): string {
  if (values.length === 0) return "none";
  const shown = values.slice(0, 8).map(quote).join(", ");
  return values.length > 8 ? `${shown} and ${values.length - 8} more` : shown;
}
