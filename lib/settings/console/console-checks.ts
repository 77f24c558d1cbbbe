import { RESERVED_LOGINS } from "@/lib/config/console-schema";
import type { Environment } from "@/lib/config/environment-variables";
import type { Fault } from "@/lib/config/finding";
import type { GeneralSettings, JwtAuthSettings } from "@/lib/config/schema";
import { addressFault } from "../address-checks";
import { isConsoleIssuer } from "../issuer-defaults";

type ConsoleSettings = Pick<
  GeneralSettings,
  "enable_jwt_auth" | "console_login" | "session_max_hours" | "session_idle_minutes"
>;

/** The faults of the logins to the console, and of the times of its sessions. */
export function consoleFaults(
  general: ConsoleSettings,
  { issuers }: Pick<JwtAuthSettings, "issuers">,
  { oidc }: Pick<Environment, "oidc">,
): Fault[] {
  const { console_login: logins, enable_jwt_auth: acceptsJwts } = general;
  const base = ["general_settings", "console_login"] as const;
  const faults = logins.flatMap((login, index): Fault[] => {
    const earlier = logins.slice(0, index);
    const others = [
      ...(oidc ? [oidc] : []),
      ...earlier.map((one) => ({ issuer: one.issuer, clientId: one.client_id })),
    ];
    const isTaken = RESERVED_LOGINS.includes(login.name) || earlier.some(({ name }) => name === login.name);
    const isRepeated = others.some(
      ({ issuer, clientId }) =>
        clientId === login.client_id && isConsoleIssuer(login.issuer, { consoleIssuer: issuer }),
    );
    const isUnlisted = unlistedLogins({ issuers }, general, { oidc }).includes(login.issuer);
    const address = addressFault(login.issuer, [...base, index, "issuer"]);
    return [
      ...(address ? [address] : []),
      ...when(isTaken, {
        number: "C120",
        path: [...base, index, "name"],
        at: "value",
        message: `the name ${JSON.stringify(login.name)} belongs to another login`,
        fix: "choose another name",
      }),
      // Without an entry, people of this provider could become administrators like those of the others.
      ...when(isUnlisted, {
        number: "C121",
        path: [...base, index, "issuer"],
        at: "value",
        message: "with several login providers, each needs an entry in gateway_jwtauth.issuers",
        fix: "add the issuer there, with allow_admin: console if its people may become administrators",
      }),
      ...when(isRepeated, {
        number: "C123",
        path: [...base, index, "client_id"],
        at: "value",
        message: "another login has the same issuer and client",
        fix: "keep one of the two",
      }),
    ];
  });
  return [...faults, ...when(logins.length > 0 && !acceptsJwts, WITHOUT_JWTS), ...idleFaults(general)];
}

/** The issuers of login providers that have no entry in `issuers`, unless there is only one provider. */
export function unlistedLogins(
  { issuers }: Pick<JwtAuthSettings, "issuers">,
  { console_login: logins }: Pick<GeneralSettings, "console_login">,
  { oidc }: Pick<Environment, "oidc">,
): string[] {
  if (logins.length === 1 && !oidc) return [];
  return logins.flatMap((login) =>
    issuers.some(({ issuer }) => isIssuer(issuer, login.issuer)) ? [] : [login.issuer],
  );
}

const WITHOUT_JWTS: Fault = {
  number: "C049",
  path: ["general_settings", "console_login"],
  at: "key",
  message: "has no effect while enable_jwt_auth is off: nobody can log in to the console through a provider",
  fix: "set enable_jwt_auth: true in general_settings",
};

function idleFaults({ session_max_hours: hours, session_idle_minutes: minutes }: ConsoleSettings): Fault[] {
  return when(minutes !== undefined && minutes >= hours * 60, {
    number: "C122",
    path: ["general_settings", "session_idle_minutes"],
    at: "key",
    message: "has no effect, because a session ends after session_max_hours anyway",
    fix: "make it shorter than session_max_hours",
  });
}

/**
 * Whether an entry's issuer is that of a login. `{tid}` in the entry stands for one tenant; the login's issuer has
 * the tenant itself, or `common` or the like.
 */
function isIssuer(configured: string, login: string): boolean {
  const [before, after] = configured.split("{tid}");
  if (after === undefined) return isConsoleIssuer(configured, { consoleIssuer: login });
  return login.startsWith(before ?? "") && login.replace(/\/$/, "").endsWith(after.replace(/\/$/, ""));
}

function when(isSo: boolean, fault: Fault): Fault[] {
  return isSo ? [fault] : [];
}
