import type { InputOf } from "@/components/api/client";
import { formatDollars } from "@/components/api/format";
import { allowsModel } from "@/lib/auth/rules/model";
import { matchesPattern } from "@/lib/patterns/wildcard";
import type { decisionContracts } from "@/lib/wire/contracts/decisions";

/** The kinds of rows that a repair changes. */
export type RepairedKind = "team" | "user" | "organization" | "key" | "end_user";

/** What a repair does to one row. */
export type Step =
  | { readonly do: "grant-model"; readonly model: string }
  | { readonly do: "grant-route"; readonly route: string }
  | { readonly do: "unblock" }
  | { readonly do: "renew" }
  /** `needed`: the dollars that are spent and held, with the cost of the refused call. */
  | { readonly do: "raise-budget"; readonly needed: number };

/** What steps read of a row. */
export interface RepairedRow {
  readonly models?: readonly string[];
  readonly allowed_routes?: readonly string[];
  readonly blocked: boolean;
  readonly max_budget: number | null;
  readonly expires?: string | null;
}

/** The fields that a step changes, as updates take them. */
export interface Patch {
  readonly models?: string[];
  readonly allowed_routes?: string[];
  readonly blocked?: false;
  readonly duration?: string | null;
  readonly max_budget?: number;
}

/** How long a key is valid again, unless somebody chooses another time. */
export const USUAL_RENEWAL = "30d";

/**
 * The smallest change of a row that takes a step; undefined: nothing of the row is in the way any more. `now`:
 * milliseconds.
 */
export function patchOf(step: Step, row: RepairedRow, now: number): Patch | undefined {
  switch (step.do) {
    case "grant-model": {
      const models = row.models ?? [];
      return allowsModel(models, step.model) ? undefined : { models: [...models, step.model] };
    }
    case "grant-route": {
      const routes = row.allowed_routes ?? [];
      return routes.some((route) => matchesPattern(route, step.route))
        ? undefined
        : { allowed_routes: [...routes, step.route] };
    }
    case "unblock":
      return row.blocked ? { blocked: false } : undefined;
    case "renew":
      return row.expires && Date.parse(row.expires) <= now ? { duration: USUAL_RENEWAL } : undefined;
    case "raise-budget":
      return row.max_budget === null || row.max_budget > step.needed
        ? undefined
        : { max_budget: raisedBudget(step.needed) };
  }
}

/** A fifth more than what is needed, as a round number of dollars or cents: $60 for $50, and at least a cent. */
export function raisedBudget(needed: number): number {
  const wanted = Math.max(needed * 1.2, 0.01);
  const unit = 10 ** (Math.floor(Math.log10(wanted)) - 1);
  return Number((Math.ceil(Number((wanted / unit).toPrecision(12))) * unit).toPrecision(12));
}

/**
 * The draft of a row as /auth/replay takes it; undefined where recorded traffic says nothing about it: it names no end
 * users, and asks no budgets.
 */
export function draftOf(
  kind: RepairedKind,
  id: string,
  { max_budget, ...patch }: Patch,
): InputOf<typeof decisionContracts.replay> | undefined {
  if (max_budget !== undefined) return undefined;
  switch (kind) {
    case "team":
      return { teams: [{ team_id: id, ...patch }] };
    case "user":
      return { users: [{ user_id: id, ...patch }] };
    case "organization":
      return { organizations: [{ organization_id: id, ...patch }] };
    case "key":
      return { keys: [{ key: id, ...patch }] };
    case "end_user":
      return undefined;
  }
}

/** The word for a row of each kind, in the middle of a sentence. */
export const ENTITY_WORDS: Readonly<Record<RepairedKind, string>> = {
  team: "team",
  user: "user",
  organization: "organisation",
  key: "key",
  end_user: "end user",
};

/** The words on the button that takes a step. */
export function buttonOf(step: Step, kind: RepairedKind): string {
  switch (step.do) {
    case "grant-model":
      return `Add ${step.model} to the ${ENTITY_WORDS[kind]}`;
    case "grant-route":
      return `Add ${step.route} to the ${ENTITY_WORDS[kind]}`;
    case "unblock":
      return "Unblock";
    case "renew":
      return "Extend the key";
    case "raise-budget":
      return "Raise the budget";
  }
}

/** What a step meant, once it is taken. */
export function doneWords(step: Step, name: string, { max_budget: budget }: Patch): string {
  switch (step.do) {
    case "grant-model":
      return `${name} may use ${step.model}`;
    case "grant-route":
      return `${name} may call ${step.route}`;
    case "unblock":
      return `${name} is unblocked`;
    case "renew":
      return `${name} is valid again`;
    case "raise-budget":
      return `The budget of ${name} is ${formatDollars(budget ?? 0)}`;
  }
}

/** Whom a step concerns beside the caller; undefined: nobody. */
export function sharedBy(step: Step, kind: RepairedKind): string | undefined {
  if (step.do !== "grant-model" && step.do !== "raise-budget") return undefined;
  const gained = step.do === "grant-model" ? "gains the model" : "shares the budget";
  switch (kind) {
    case "team":
      return `Everybody of the team ${gained}.`;
    case "organization":
      return `Everybody of the organisation ${gained}.`;
    case "user":
    case "key":
    case "end_user":
      return undefined;
  }
}
