import { GatewayError } from "@/lib/errors";
import { allowsModel } from "@/lib/auth/rules/model";
import type { ModelLimits } from "@/lib/config/limit-rules";
import type { Team } from "@/lib/wire/team";

/**
 * What the administrators of a team may give. An administrator of the gateway gives a team its models, budget and
 * limits. The administrators of the team divide these among members and keys, and may lower them, never raise them.
 */

type Given = Omit<Team, "spend">;

/** The limits of a team that its administrators may lower. */
const CEILINGS = ["max_budget", "tpm_limit", "rpm_limit", "max_parallel_requests"] as const;
const MODEL_CEILINGS = ["model_tpm_limit", "model_rpm_limit"] as const;

/**
 * The fields of a team that only administrators of the gateway change. The alias is among them, because claims may name
 * the team by it.
 */
const FOR_ADMINISTRATORS = [
  "team_alias",
  "organization_id",
  "blocked",
  "budget_duration",
  "metadata",
  "object_permission",
  "hosted_tools",
  "log_content",
  "content_retention_days",
] as const;

type Ceiling = (typeof CEILINGS)[number];

/** The fields of `/team/update`. An absent field stays as it is, null clears it. */
export type TeamChange = { readonly [Name in Ceiling]?: number | null } & {
  readonly [Name in (typeof MODEL_CEILINGS)[number]]?: ModelLimits | null;
} & { readonly [Name in (typeof FOR_ADMINISTRATORS)[number]]?: unknown } & {
  readonly models?: readonly string[] | null;
};

/**
 * Passes a change by an administrator of the team that raises and adds nothing. @throws GatewayError route_not_allowed
 */
export function requireNoRaise(team: Given, change: TeamChange): void {
  for (const name of FOR_ADMINISTRATORS)
    if (change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(team[name]))
      throw refused(name, `Only an administrator of the gateway may change the ${name} of a team.`);
  for (const name of CEILINGS)
    if (change[name] !== undefined && exceeds(change[name], team[name])) throw raised(name, team[name]);
  for (const name of MODEL_CEILINGS) requireNoLimitRaise(name, team[name], change[name]);
  if (change.models !== undefined && !isPartOf(change.models ?? [], team.models))
    throw refused("models", "Only an administrator of the gateway may give the team more models.");
}

/** The limits of a member or a key. */
export type Share = { readonly [Name in Ceiling]?: number | null };

/**
 * Passes limits of a member or a key that are not above those of the team. Without a limit of its own, the team's
 * holds.
 * @throws GatewayError route_not_allowed
 */
export function requireWithinTeam(team: Pick<Given, Ceiling>, share: Share): void {
  for (const name of CEILINGS) {
    const wanted = share[name];
    if (typeof wanted === "number" && exceeds(wanted, team[name]))
      throw refused(name, `${name} must be at most that of the team, which is ${team[name]}.`);
  }
}

/** Whether a limit allows more than another one; null is not a limit. */
function exceeds(wanted: number | null, given: number | null): boolean {
  return given !== null && (wanted === null || wanted > given);
}

/**
 * Refuses a raised limit and any other set of names: a new name or pattern could take precedence over those that limit
 * a model today.
 */
function requireNoLimitRaise(name: string, given: ModelLimits, wanted: ModelLimits | null | undefined): void {
  const limits = new Map(Object.entries(given));
  if (wanted === undefined || limits.size === 0) return;
  const changed = new Map(Object.entries(wanted ?? {}));
  for (const model of new Set([...limits.keys(), ...changed.keys()])) {
    const before = limits.get(model);
    const after = changed.get(model);
    if (before === undefined || after === undefined || after > before)
      throw refused(name, `Only an administrator of the gateway may change which models ${name} names, or raise it.`);
  }
}

/**
 * Whether every name that one list of `*` patterns allows is also allowed by the other. A `*` in a wanted pattern is
 * matched as a character, so only a `*` of the given pattern can match it, and that one matches everything that it
 * stands for. An empty list means all models.
 */
function isPartOf(wanted: readonly string[], given: readonly string[]): boolean {
  if (given.length === 0) return true;
  return wanted.length > 0 && wanted.every((name) => allowsModel(given, name));
}

function raised(name: Ceiling, given: number | null): GatewayError {
  return refused(name, `Only an administrator of the gateway may raise the ${name} of a team; it is ${given}.`);
}

function refused(param: string, message: string): GatewayError {
  return new GatewayError("route_not_allowed", message, { param });
}
