import { allowingEntry } from "@/lib/auth/routes";
import { quote, type Fault, type Path } from "@/lib/config/finding";
import { isShorter, refusedReset, type KeyBounds } from "@/lib/config/rights-schema";
import type { GeneralSettings, JwtAuthSettings } from "@/lib/config/schema";
import { nameOfBoth } from "@/lib/patterns/overlap";
import { fixOfModel } from "./access-checks";

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
  // If `key_generation_settings` is set, the route list no longer decides who makes keys.
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
      fix: "write internal_user here, and give user_role: proxy_admin_viewer to the users who need it",
    },
  ];
}

/** A warning if a soft budget is above the maximum beside it. `path`: that of the object that has both. */
export function softBudgetFaults(
  { max_budget: maximum, soft_budget: soft }: { readonly max_budget?: number; readonly soft_budget?: number },
  path: Path,
): Fault[] {
  if (maximum === undefined || soft === undefined || soft <= maximum) return [];
  return [
    {
      number: "C196",
      path: [...path, "soft_budget"],
      at: "value",
      message: `is above max_budget, which is ${maximum}, so calls are refused before anybody is warned`,
      fix: `set it below ${maximum}`,
    },
  ];
}

const MADE = ["default_internal_user_params", "default_team_settings"] as const;

/** Warnings about soft budgets of users and teams that are created on the fly. */
export function madeBudgetFaults(general: Pick<GeneralSettings, (typeof MADE)[number]>): Fault[] {
  return MADE.flatMap((name) => softBudgetFaults(general[name] ?? {}, ["general_settings", name]));
}

const WITH_MODELS = [...MADE, "default_key_generate_params"] as const;

/** The settings that say which models new keys, users and teams may use. */
export type ModelDefaults = Pick<GeneralSettings, (typeof WITH_MODELS)[number]>;

/** A warning for each default model, or pattern, of new keys, users and teams that no entry serves. */
export function defaultModelFaults(general: ModelDefaults, modelNames: readonly string[]): Fault[] {
  const names = [...new Set(modelNames)];
  const isServed = (pattern: string): boolean => names.some((name) => nameOfBoth(name, pattern) !== undefined);
  return WITH_MODELS.flatMap((setting) =>
    (general[setting]?.models ?? []).flatMap((model, index): Fault[] => {
      if (isServed(model)) return [];
      return [
        {
          number: "C197",
          path: ["general_settings", setting, "models", index],
          at: "value",
          message: `no entry of model_list serves ${quote(model)}`,
          fix: fixOfModel(model, names),
        },
      ];
    }),
  );
}

const CEILINGS = ["max_budget", "tpm_limit", "rpm_limit", "max_parallel_requests"] as const;

/** A warning for each default of new keys that is above its bound. */
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
    fix: `set it to ${bound} at most`,
  };
}

/**
 * The warning about a default `budget_duration` that the bounds refuse: new keys get that of the bound instead, or
 * none.
 */
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
        fix: `set it to ${bound} at least`,
      };
}
