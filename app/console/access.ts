import { headers } from "next/headers";
import { cache } from "react";
import {
  type ConsoleDecision,
  type ConsoleGateway,
  type ConsoleSettings,
  consoleGateway,
} from "@/lib/server/console/port";
import { readConsoleSession } from "@/lib/server/console/session";
import type { Decision, VerifiedToken } from "@/lib/auth/decision";
import { OWN_QUESTIONS, type OwnAnswers, type OwnQuestion } from "@/lib/wire/own-questions";

/** Somebody who is signed in and is no administrator, and what would make one of them. */
export interface Refused {
  readonly name: string;
  readonly detail: string;
  readonly issuer: string | undefined;
  readonly reason: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /** What would make an administrator of somebody, as the settings have it. */
  readonly adminScope: string | undefined;
  readonly adminRoles: readonly string[];
  readonly rolesClaim: string | undefined;
}

/** Who is looking at the console, and whether they may. */
export type ConsoleAccess =
  | { readonly state: "signed-out" }
  | { readonly state: "administrator"; readonly name: string; readonly detail: string }
  /** It cannot be said now: what the decision turns on is out of reach. */
  | { readonly state: "unknown"; readonly reason: string }
  /** No administrator, but somebody who may see what is theirs. */
  | (Refused & { readonly state: "member"; readonly own: OwnAnswers })
  | (Refused & { readonly state: "refused" });

/** Asks once per request, however many components want to know. */
export const consoleAccess = cache(async (): Promise<ConsoleAccess> => {
  const requestHeaders = Object.fromEntries(await headers());
  const gateway = consoleGateway();
  const settings = await gateway.settings();
  const acceptedKey = settings.masterKeyLogin ? settings.masterKeyFingerprint : undefined;
  const token = await readConsoleSession(requestHeaders, gateway.sessionSecret, acceptedKey, Date.now());
  if (!token) return { state: "signed-out" };
  try {
    return await accessOf(gateway, settings, token);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "directory_unavailable")
      return { state: "unknown", reason: error.message };
    throw error;
  }
});

async function accessOf(
  gateway: ConsoleGateway,
  settings: ConsoleSettings,
  token: VerifiedToken,
): Promise<ConsoleAccess> {
  const asAdministrator = await gateway.decide(token, "/team/list");
  const { decision } = asAdministrator;
  if (decision.allow && decision.principal.admin)
    return { state: "administrator", name: nameOf(token), detail: detailOf(token) };
  const refused = refusedAs(settings, token, asAdministrator);
  const own = await ownAnswers(gateway, token);
  // Why not even what is theirs is shown says more than why others' is not.
  return "open" in own
    ? { state: "member", ...refused, own }
    : { state: "refused", ...refused, reason: own.reason ?? refused.reason };
}

/** What is theirs and open to them, as the API would decide on each of the page's questions; where there is nothing, why. */
async function ownAnswers(
  gateway: ConsoleGateway,
  token: VerifiedToken,
): Promise<OwnAnswers | { readonly reason: string | undefined }> {
  const names = Object.keys(OWN_QUESTIONS).filter((name): name is OwnQuestion => name in OWN_QUESTIONS);
  const decided = await Promise.all(
    names.map(async (name) => ({ name, ...(await gateway.decide(token, OWN_QUESTIONS[name])) })),
  );
  const allowed = decided.flatMap(({ name, decision, teams }) =>
    decision.allow ? [{ name, principal: decision.principal, teams }] : [],
  );
  const teams = allowed.find(({ name }) => name === "team")?.teams ?? [];
  const userId = allowed.find(({ name }) => name === "user")?.principal.userId;
  if (teams.length === 0 && userId === undefined) {
    const asUser = decided.find(({ name }) => name === "user")?.decision;
    return { reason: asUser?.allow === false ? asUser.message : undefined };
  }
  const payer = allowed.find(({ name }) => name === "report" || name === "calls")?.principal;
  return {
    userId,
    teams: [...teams],
    open: allowed.map(({ name }) => name),
    ...(payer && { payer: payerOf(payer) }),
  };
}

/** Whose spend the API shows to a caller that is no administrator. */
function payerOf({ teamId, userId }: Extract<Decision, { allow: true }>["principal"]): string {
  return teamId !== undefined ? `the team ${teamId}` : `the user ${userId ?? ""}`;
}

function refusedAs(
  { jwtAuth }: ConsoleSettings,
  token: VerifiedToken,
  { identity, decision }: ConsoleDecision,
): Refused {
  return {
    name: nameOf(token),
    detail: detailOf(token),
    issuer: token.kind === "jwt" ? token.issuer : undefined,
    reason: decision.allow ? "This identity may call the API, but does not administer the gateway." : decision.message,
    scopes: identity?.scopes ?? [],
    roles: identity?.roles ?? [],
    adminScope: jwtAuth.admin_jwt_scope,
    // Roles count only while they are enforced.
    adminRoles: !jwtAuth.enforce_rbac
      ? []
      : jwtAuth.role_mappings
          .filter((mapping) => mapping.internal_role === "proxy_admin")
          .map((mapping) => mapping.role),
    rolesClaim: jwtAuth.roles_jwt_field,
  };
}

function nameOf(token: VerifiedToken): string {
  if (token.kind !== "jwt") return "Master key";
  for (const claim of ["email", "name", "preferred_username", "sub"]) {
    const value = token.claims[claim];
    if (typeof value === "string" && value !== "") return value;
  }
  return "Unnamed";
}

function detailOf(token: VerifiedToken): string {
  if (token.kind !== "jwt") return "Signed in with the master key";
  return token.issuer ? `Signed in through ${token.issuer}` : "Signed in through the OpenID provider";
}
