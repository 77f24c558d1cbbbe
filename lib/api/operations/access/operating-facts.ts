import type { Environment } from "@/lib/config/environment-variables";
import type { GeneralSettings } from "@/lib/config/schema";
import type { StoredLogin } from "@/lib/config/login/login-settings";
import { LOGIN_ID } from "@/lib/wire/sign-in/login";
import type { OperatingFacts } from "@/lib/wire/contracts/config";

type Facts = Pick<
  GeneralSettings,
  | "call_retention_days"
  | "hourly_retention_days"
  | "daily_retention_days"
  | "decision_retention_days"
  | "console_login"
  | "console_master_key_login"
  | "enable_jwt_auth"
  | "session_max_hours"
  | "session_idle_minutes"
>;

/** How long things are kept and how people sign in to the console, without any secret. */
export function operatingFacts(
  general: Facts,
  { oidc }: Pick<Environment, "oidc">,
  login?: StoredLogin,
): OperatingFacts {
  const further = general.console_login.map(({ name, label, issuer }) => ({ name, label: label ?? name, issuer }));
  const first = oidc ? [{ name: "oidc", label: "OpenID Connect", issuer: oidc.issuer }] : [];
  const setUp = login ? [{ name: LOGIN_ID, label: login.label, issuer: login.issuer }] : [];
  return {
    retention: {
      call_days: general.call_retention_days ?? null,
      hourly_days: general.hourly_retention_days,
      daily_days: general.daily_retention_days ?? null,
      decision_days: general.decision_retention_days,
    },
    login: {
      master_key: general.console_master_key_login,
      // Only the login of the database needs no JWTs.
      providers: [...setUp, ...(general.enable_jwt_auth ? [...first, ...further] : [])],
      session_max_hours: general.session_max_hours,
      session_idle_minutes: general.session_idle_minutes ?? null,
    },
  };
}
