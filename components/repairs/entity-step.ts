import type { InputOf } from "@/components/api/client";
import { formatCount, formatDollars } from "@/components/api/format";
import { fieldChanges } from "@/components/shared/changes/field-changes";
import { withHostedTools } from "@/lib/auth/changes/kinds/allow-hosted-tools";
import { type OpenedTool, opening } from "@/lib/auth/changes/kinds/allow-tool";
import { allowsModel } from "@/lib/auth/rules/model";
import type { ObjectPermission } from "@/lib/config/mcp/mcp-schema";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { joinedName } from "@/lib/tool-name";
import type { decisionContracts } from "@/lib/wire/contracts/decisions";

/** The kinds of rows that a repair changes. A member is a user within a team, a model an entry of the database. */
export type RepairedKind = "team" | "user" | "organization" | "key" | "end_user" | "member" | "model";

/** A limit on rates or on parallel calls. */
export type LimitName = "rpm_limit" | "tpm_limit" | "max_parallel_requests";

/** What a repair does to one row. */
export type Step =
  | { readonly do: "grant-model"; readonly model: string }
  | { readonly do: "grant-route"; readonly route: string }
  | ({ readonly do: "grant-tool" } & OpenedTool)
  /** `tools`: by type or address. */
  | { readonly do: "grant-hosted-tools"; readonly tools: readonly string[] }
  | { readonly do: "unblock" }
  | { readonly do: "renew" }
  /** `needed`: the dollars spent and held, plus the cost of the refused call. */
  | { readonly do: "raise-budget"; readonly needed: number }
  /**
   * `model`: the name or pattern that the limit is for; null: every model. `needed`: the limit that lets one more call
   * in.
   */
  | { readonly do: "raise-limit"; readonly limit: LimitName; readonly model: string | null; readonly needed: number }
  | { readonly do: "make-viewer" }
  | { readonly do: "make-team-administrator" };

/** What steps read of a row. */
export interface RepairedRow {
  readonly models?: readonly string[];
  readonly allowed_routes?: readonly string[];
  readonly object_permission?: ObjectPermission | null;
  readonly hosted_tools?: readonly string[] | null;
  readonly blocked: boolean;
  readonly max_budget: number | null;
  readonly expires?: string | null;
  readonly rpm_limit: number | null;
  readonly tpm_limit: number | null;
  readonly max_parallel_requests: number | null;
  readonly model_rpm_limit?: ByModel;
  readonly model_tpm_limit?: ByModel;
  /** Only of a user. */
  readonly user_role?: string | null;
  /** Only of a member. */
  readonly role?: string;
}

type ByModel = Readonly<Record<string, number>>;

/** The fields that a step changes, as updates take them. */
export interface Patch {
  readonly models?: string[];
  readonly allowed_routes?: string[];
  readonly object_permission?: ObjectPermission;
  readonly hosted_tools?: string[];
  readonly blocked?: false;
  readonly duration?: string | null;
  readonly max_budget?: number;
  readonly rpm_limit?: number;
  readonly tpm_limit?: number;
  readonly max_parallel_requests?: number;
  readonly model_rpm_limit?: ByModel;
  readonly model_tpm_limit?: ByModel;
  readonly user_role?: "proxy_admin_viewer";
  readonly role?: "admin";
}

/** How long a renewed key is valid, unless somebody chooses another time. */
const USUAL_RENEWAL = "30d";

/**
 * The smallest change of a row that takes a step; undefined: nothing in the row is in the way any more. `now`:
 * milliseconds since the epoch.
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
    case "grant-tool": {
      const before = row.object_permission ?? {};
      const opened = opening(before, step);
      return fieldChanges(before, opened).length === 0 ? undefined : { object_permission: opened };
    }
    case "grant-hosted-tools": {
      const before = row.hosted_tools;
      const after = before ? withHostedTools(before, step.tools) : [];
      return before && after.length > before.length ? { hosted_tools: after } : undefined;
    }
    case "unblock":
      return row.blocked ? { blocked: false } : undefined;
    case "renew":
      return row.expires && Date.parse(row.expires) <= now ? { duration: USUAL_RENEWAL } : undefined;
    case "raise-budget":
    case "raise-limit": {
      const now = amountOf(step, row);
      const wanted = step.do === "raise-budget" ? raisedBudget(step.needed) : Math.ceil(raisedBudget(step.needed));
      return now === null || isEnough(step, now) ? undefined : withAmount(step, row, wanted);
    }
    case "make-viewer":
      return row.user_role === VIEWER ? undefined : { user_role: VIEWER };
    case "make-team-administrator":
      return row.role === "admin" ? undefined : { role: "admin" };
  }
}

const VIEWER = "proxy_admin_viewer";

/** A step that raises an amount. */
export type Raise = Extract<Step, { readonly do: "raise-budget" | "raise-limit" }>;

export function isRaise(step: Step): step is Raise {
  return step.do === "raise-budget" || step.do === "raise-limit";
}

const BY_MODEL = { rpm_limit: "model_rpm_limit", tpm_limit: "model_tpm_limit" } as const;

/** The amount that a step raises, in a row or in a patch; null: it has no such limit. */
export function amountOf(step: Raise, row: Pick<RepairedRow, "max_budget"> | Patch): number | null {
  if (step.do === "raise-budget") return row.max_budget ?? null;
  const limited: Partial<RepairedRow> = row;
  const { limit, model } = step;
  if (model === null) return limited[limit] ?? null;
  return limit === "max_parallel_requests" ? null : (limited[BY_MODEL[limit]]?.[model] ?? null);
}

/** The patch that gives a row this amount. */
export function withAmount(step: Raise, row: RepairedRow, amount: number): Patch {
  if (step.do === "raise-budget") return { max_budget: amount };
  const { limit, model } = step;
  if (model === null || limit === "max_parallel_requests") return { [limit]: amount };
  const field = BY_MODEL[limit];
  return { [field]: { ...row[field], [model]: amount } };
}

/** Whether an amount lets in one more call: a budget above `needed`, or a limit of at least `needed`. */
export function isEnough(step: Raise, amount: number): boolean {
  return step.do === "raise-budget" ? amount > step.needed : Number.isInteger(amount) && amount >= step.needed;
}

/** The words for what a limit counts. */
export const LIMIT_LABELS: Readonly<Record<LimitName, string>> = {
  rpm_limit: "requests a minute",
  tpm_limit: "tokens a minute",
  max_parallel_requests: "calls at once",
};

/** A fifth more than is needed, rounded up to two significant digits: $60 for $50, and at least a cent. */
export function raisedBudget(needed: number): number {
  const wanted = Math.max(needed * 1.2, 0.01);
  const unit = 10 ** (Math.floor(Math.log10(wanted)) - 1);
  return Number((Math.ceil(Number((wanted / unit).toPrecision(12))) * unit).toPrecision(12));
}

/**
 * The draft of a row for /auth/replay; undefined if a replay cannot try it. A replay takes no end users, members or
 * entries, and tests neither limits nor roles.
 */
export function draftOf(
  kind: RepairedKind,
  id: string,
  { models, allowed_routes, blocked, duration }: Patch,
): InputOf<typeof decisionContracts.replay> | undefined {
  const row = { ...(models && { models }), ...(blocked !== undefined && { blocked }) };
  const ofKey = { ...row, ...(allowed_routes && { allowed_routes }), ...(duration !== undefined && { duration }) };
  if (Object.keys(ofKey).length === 0) return undefined;
  switch (kind) {
    case "team":
      return { teams: [{ team_id: id, ...row }] };
    case "user":
      return { users: [{ user_id: id, ...row }] };
    case "organization":
      return { organizations: [{ organization_id: id, ...row }] };
    case "key":
      return { keys: [{ key: id, ...ofKey }] };
    case "end_user":
    case "member":
    case "model":
      return undefined;
  }
}

/** The word for a row of each kind in the middle of a sentence. */
export const ENTITY_WORDS: Readonly<Record<RepairedKind, string>> = {
  team: "team",
  user: "user",
  organization: "organisation",
  key: "key",
  end_user: "end user",
  member: "member",
  model: "model",
};

/** The words on the button that takes a step. */
export function buttonOf(step: Step, kind: RepairedKind): string {
  switch (step.do) {
    case "grant-model":
      return `Add ${step.model} to the ${ENTITY_WORDS[kind]}`;
    case "grant-route":
      return `Add ${step.route} to the ${ENTITY_WORDS[kind]}`;
    case "grant-tool":
      return `Open ${toolOf(step)} to the ${ENTITY_WORDS[kind]}`;
    case "grant-hosted-tools":
      return `Add ${step.tools.join(" and ")} to the ${ENTITY_WORDS[kind]}`;
    case "unblock":
      return "Unblock";
    case "renew":
      return "Extend the key";
    case "raise-budget":
      return "Raise the budget";
    case "raise-limit":
      return "Raise the limit";
    case "make-viewer":
      return "Make them a viewer";
    case "make-team-administrator":
      return "Make them an administrator of the team";
  }
}

/** A tool as callers name it, or its server. */
function toolOf({ server, tool }: Extract<Step, { readonly do: "grant-tool" }>): string {
  return tool === undefined ? server : joinedName({ server, tool });
}

/** The message after a step was taken. */
export function doneText(step: Step, name: string, patch: Patch): string {
  switch (step.do) {
    case "grant-model":
      return `${name} may use ${step.model}`;
    case "grant-route":
      return `${name} may call ${step.route}`;
    case "grant-tool":
      return `${name} may use ${toolOf(step)}`;
    case "grant-hosted-tools":
      return `Calls of ${name} may bring ${step.tools.join(" and ")}`;
    case "unblock":
      return `${name} is unblocked`;
    case "renew":
      return `${name} is valid again`;
    case "raise-budget":
      return `The budget of ${name} is ${formatDollars(patch.max_budget ?? 0)}`;
    case "raise-limit":
      return `The limit of ${name} is ${formatCount(amountOf(step, patch) ?? 0)} ${LIMIT_LABELS[step.limit]}`;
    case "make-viewer":
      return `${name} is a viewer`;
    case "make-team-administrator":
      return `${name} is an administrator of the team`;
  }
}

/** Whom a step concerns beside the caller, as a sentence; undefined: nobody. */
export function sharedBy(step: Step, kind: RepairedKind): string | undefined {
  if (step.do === "make-viewer") return "A viewer sees everything that administrators see, and changes nothing.";
  const gained =
    step.do === "grant-model"
      ? "gains the model"
      : step.do === "grant-tool" || step.do === "grant-hosted-tools"
        ? "gains the tool"
        : step.do === "raise-budget"
          ? "shares the budget"
          : step.do === "raise-limit"
            ? "shares the limit"
            : undefined;
  if (gained === undefined) return undefined;
  switch (kind) {
    case "team":
      return `Everybody of the team ${gained}.`;
    case "organization":
      return `Everybody of the organisation ${gained}.`;
    case "model":
      return `Everybody who calls the model ${gained}.`;
    case "user":
    case "key":
    case "end_user":
    case "member":
      return undefined;
  }
}
