import { allowingEntry } from "@/lib/auth/routes";
import type { Fault, Path } from "@/lib/config/finding";
import { isShorter, refusedReset, type KeyBounds } from "@/lib/config/rights-schema";
import type { GeneralSettings, JwtAuthSettings } from "@/lib/config/schema";

const GENERATE = { route: "/key/generate", family: "management_routes" } as const;

/**
 * A warning if callers who are not administrators may make keys and no setting says for how long. `accessPath`: where
 * the file has `gateway_jwtauth`.
 */
export function keyMakerFaults(
  {
    team_allowed_routes: entries,
    key_generation_settings: opened,
  }: Pick<JwtAuthSettings, "team_allowed_routes" | "key_generation_settings">,
  maximumDays: number | undefined,
  accessPath: Path,
): Fault[] {
  // Where it is set, the route list no longer says who makes keys.
  const isOpen = opened ? opensKeys(opened) : allowingEntry(entries, GENERATE) !== undefined;
  if (maximumDays !== undefined || !isOpen) return [];
  return [
    {
      number: "C095",
      path: [...accessPath, opened ? "key_generation_settings" : "team_allowed_routes"],
      at: "key",
      message:
        "lets callers who are not administrators make keys; those end after 90 days and may do no more than their makers",
      fix: "say how long they may last: general_settings.user_key_max_days: 90",
    },
  ];
}

function opensKeys({
  team_key_generation: ofTeam,
  personal_key_generation: personal,
}: NonNullable<JwtAuthSettings["key_generation_settings"]>): boolean {
  const roles = ofTeam?.allowed_team_member_roles ?? [];
  return roles.length > 0 || (personal?.allowed_user_roles ?? []).includes("internal_user");
}

/** A warning if users who are created on the fly are viewers. */
export function userDefaultFaults({
  default_internal_user_params: defaults,
}: Pick<GeneralSettings, "default_internal_user_params">): Fault[] {
  if (defaults?.user_role !== "proxy_admin_viewer") return [];
  return [
    {
      number: "C157",
      path: ["general_settings", "default_internal_user_params", "user_role"],
      at: "value",
      message: "lets everybody whom the provider knows read what administrators read, once they have made a call",
      fix: "internal_user, and user_role: proxy_admin_viewer at the users who need it",
    },
  ];
}

const CEILINGS = ["max_budget", "tpm_limit", "rpm_limit", "max_parallel_requests"] as const;

/** A warning for each default of new keys that its bound cuts. */
export function keyParameterFaults({
  default_key_generate_params: defaults = {},
  upperbound_key_generate_params: bounds = {},
}: Pick<GeneralSettings, "default_key_generate_params" | "upperbound_key_generate_params">): Fault[] {
  const above = CEILINGS.flatMap((name) => {
    const [usual, bound] = [defaults[name], bounds[name]];
    return usual !== undefined && bound !== undefined && usual > bound ? [aboveBound(name, bound)] : [];
  });
  const { duration, budget_duration: reset } = defaults;
  const isLonger = duration !== undefined && bounds.duration !== undefined && isShorter(bounds.duration, duration);
  return [
    ...above,
    ...(isLonger ? [aboveBound("duration", bounds.duration)] : []),
    ...(reset !== undefined && refusedReset(reset, bounds) !== undefined ? [refusedDefaultReset(bounds)] : []),
  ];
}

function aboveBound(name: keyof KeyBounds, bound: number | string | undefined): Fault {
  return {
    number: "C097",
    path: ["general_settings", "default_key_generate_params", name],
    at: "value",
    message: `is above upperbound_key_generate_params.${name}, which is ${bound} and binds every key`,
    fix: `at most ${bound}`,
  };
}

/** New keys have the bound's `budget_duration` instead, or none. */
function refusedDefaultReset({ budget_duration: bound }: KeyBounds): Fault {
  const found = {
    number: "C097",
    path: ["general_settings", "default_key_generate_params", "budget_duration"],
  } as const;
  return bound === undefined
    ? {
        ...found,
        at: "key",
        message: "has no effect: upperbound_key_generate_params has a max_budget that never resets",
        fix: "remove it, or set upperbound_key_generate_params.budget_duration",
      }
    : {
        ...found,
        at: "value",
        message: `resets sooner than upperbound_key_generate_params.budget_duration, which is ${bound} and binds every key`,
        fix: `at least ${bound}`,
      };
}
