import { loginGrantOf } from "@/lib/auth/login-grant";
import type { Claims } from "@/lib/auth/decision";
import type { StoredLogin } from "@/lib/config/login/login-settings";
import { GatewayError } from "@/lib/errors";
import { quote } from "@/lib/quote";
import type { CallerContext } from "@/lib/api/operation";
import { lostUnderSettings, wouldLockOut } from "@/lib/gateway/explain/lock-out";
import { accessRequest } from "@/lib/gateway/request/access-request";
import type { Caller } from "@/lib/gateway/request/caller";
import { evaluate } from "@/lib/gateway/request/evaluate";
import type { Services } from "@/lib/gateway/services";
import { loginContracts } from "@/lib/wire/contracts/sign-in/login";

/**
 * Refuses a login by which the account that has tested it, or the caller, would not be an administrator.
 * @throws GatewayError would_lock_out, directory_unavailable
 */
export async function refuseLockOut(context: CallerContext, login: StoredLogin, tested: Claims): Promise<void> {
  const { services, caller, request, table } = context;
  const { method, path } = loginContracts.save;
  const operation = table.find(method, path)?.operation;
  if (!operation) throw new Error(`there is no ${method} ${path}`);
  const asked = accessRequest(operation, { method, headers: request.headers }, undefined);
  const settings = services.settings.withLogin(login);
  const token = {
    kind: "jwt",
    via: "session",
    claims: tested,
    issuer: login.issuer,
    loginIssuer: login.issuer,
  } as const;
  const { decision } = await evaluate(services, token, asked, settings);
  if (!decision.allow || !decision.principal.admin) {
    const { claim, values } = login.administrators;
    const isRead = loginGrantOf(token, settings.jwtAuth.loginAdministrators) !== undefined;
    const because = isRead
      ? decision.allow
        ? "A rule of config.yaml lets this issuer make no administrators."
        : decision.message
      : `Its claim ${quote(claim)} has none of ${values.map((value) => quote(value)).join(", ")}.`;
    throw new GatewayError(
      "would_lock_out",
      `The account that you tested with would not be an administrator. ${because} Nothing was changed; send force: true to save it anyway.`,
      { param: "administrators", details: { lost: [{ method, path, because }] } },
    );
  }
  const lost = await lostUnderSettings(services, caller, settings, [asked]);
  if (lost.length > 0) throw wouldLockOut(lost, "administrators");
}

/** Whether the login of the database is the only one, and nobody could log in to the console without it. */
export function isLastWayIn({ settings }: Services, { identity }: Pick<Caller, "identity">): boolean {
  const { general } = settings.current();
  const hasOthers = general.enable_jwt_auth && general.console_login.length > 0;
  const isIn = settings.login().source === "database";
  return isIn && !general.console_master_key_login && !hasOthers && identity.kind !== "master-key";
}
