import type { IncomingHttpHeaders } from "node:http";
import { type ConsoleDecision, type ConsoleGateway, type ConsoleSettings } from "@/lib/server/console/port";
import { nameInClaims } from "@/lib/auth/session/console-session";
import { deadEndsOf } from "@/lib/server/console/dead-ends";
import { sessionSecretOf } from "@/lib/server/console/session";
import type { Decision, VerifiedToken } from "@/lib/auth/decision";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import { claimText } from "@/lib/config/claim-expression";
import { OWN_QUESTIONS, type OwnAnswers, type OwnPayer, type OwnQuestion } from "@/lib/wire/own-questions";
import type { ConsoleAccess, Visitor } from "@/lib/wire/sign-in/console-access";

/**
 * Who has signed in to the console, and whether they may see the administrators' pages.
 * `requestHeaders`: with the session's cookie.
 */
export async function consoleAccessOf(
  gateway: ConsoleGateway,
  requestHeaders: IncomingHttpHeaders,
): Promise<ConsoleAccess> {
  const settings = await gateway.settings();
  const secret = await sessionSecretOf({
    headers: requestHeaders,
    scope: {
      isSecure: requestHeaders["x-forwarded-proto"] === "https",
      basePath: gateway.environment.basePath,
    },
    secrets: gateway.sessionSecrets,
  });
  if (secret === undefined) return { state: "signed-out" };
  try {
    const session = await gateway.openSession(secret);
    if (!session) return { state: "signed-out" };
    return await accessOf(gateway, settings, session.token, session.accessTokenUnused);
  } catch (error) {
    // Not `instanceof GatewayError`: an error from another bundle has another class.
    if (error instanceof Error && "code" in error && error.code === "directory_unavailable")
      return { state: "unknown", reason: error.message };
    throw error;
  }
}

async function accessOf(
  gateway: ConsoleGateway,
  settings: ConsoleSettings,
  token: VerifiedToken,
  accessTokenUnused: string | undefined,
): Promise<ConsoleAccess> {
  const asAdministrator = await gateway.decide(token, "/team/list");
  const { decision } = asAdministrator;
  if (decision.allow && (decision.principal.admin || decision.principal.viewer))
    return {
      state: "administrator",
      name: nameOf(token),
      detail: detailOf(token),
      readOnly: !decision.principal.admin,
    };
  const refused = { ...refusedAs(settings, token, asAdministrator), accessTokenUnused, deadEnds: [] };
  const own = await ownAnswers(gateway, token);
  // The reason why their own data is closed to them says more than the reason why others' data is.
  if ("open" in own) return { state: "member", ...refused, own };
  const deadEnds = own.isStranger
    ? deadEndsOf(
        asAdministrator.identity,
        settingsOfIssuer(token.kind === "jwt" ? token.issuer : undefined, settings).jwtAuth,
      )
    : [];
  return { state: "refused", ...refused, reason: own.reason ?? refused.reason, deadEnds };
}

/**
 * Which of their own data the API would show the caller: one decision for each question of the page. Otherwise the
 * reason why none, and whether that is that the gateway does not know the caller.
 */
export async function ownAnswers(
  gateway: Pick<ConsoleGateway, "decide">,
  token: VerifiedToken,
): Promise<OwnAnswers | { readonly reason: string | undefined; readonly isStranger: boolean }> {
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
    if (asUser?.allow !== false) return { reason: undefined, isStranger: false };
    return { reason: strangerReason(asUser), isStranger: STRANGER_CODES.includes(asUser.code) };
  }
  const administers = allowed.find(({ name }) => name === "team")?.principal.administers ?? [];
  const { decision: asToolUser } = await gateway.decide(token, "/mcp", "POST");
  // Not decided by /key/list, which may be open to people who may not make keys.
  const { decision: asMaker } = await gateway.decide(token, "/key/generate", "POST");
  const makesKeys = asMaker.allow ? asMaker.principal.makesKeys : undefined;
  const payer = allowed.find(({ name }) => name === "report" || name === "calls")?.principal;
  return {
    userId,
    teams: [...teams],
    administers: [...administers],
    open: allowed.map(({ name }) => name),
    listsTools: asToolUser.allow,
    ...(makesKeys && { makesKeys }),
    ...(payer && { payer: payerOf(payer) }),
  };
}

/** The payer whose spend the API shows to a caller who is not an administrator. */
function payerOf({ teamId, userId }: Extract<Decision, { allow: true }>["principal"]): OwnPayer {
  return teamId !== undefined ? { kind: "team", id: teamId } : { kind: "user", id: userId ?? "" };
}

function refusedAs(
  settings: ConsoleSettings,
  token: VerifiedToken,
  { identity, decision }: ConsoleDecision,
): Omit<Visitor, "accessTokenUnused" | "deadEnds"> {
  const { jwtAuth } = settingsOfIssuer(token.kind === "jwt" ? token.issuer : undefined, settings);
  return {
    name: nameOf(token),
    detail: detailOf(token),
    issuer: token.kind === "jwt" ? token.issuer : undefined,
    reason: decision.allow
      ? "This identity may call the API, but does not administer the gateway."
      : reasonOf(decision),
    scopes: identity?.scopes ?? [],
    roles: identity?.roles ?? [],
    groups: identity?.groups ?? [],
    contact: settings.contact,
    adminScope: jwtAuth.admin_jwt_scope,
    // Without `enforce_rbac`, no role makes an administrator.
    adminRoles: !jwtAuth.enforce_rbac
      ? []
      : jwtAuth.role_mappings
          .filter((mapping) => mapping.internal_role === "proxy_admin")
          .map((mapping) => mapping.role),
    rolesClaim: jwtAuth.roles_jwt_field === undefined ? undefined : claimText(jwtAuth.roles_jwt_field),
  };
}

/** The codes that refuse a person whom the gateway does not know. */
const STRANGER_CODES: readonly string[] = ["user_not_found", "user_required", "team_not_found", "team_required"];

/**
 * The refusal's id means nothing to a person: it may be that of the console's own client. So a sentence about the
 * person comes first.
 */
function strangerReason(refusal: Extract<Decision, { allow: false }>): string {
  const reason = reasonOf(refusal);
  return STRANGER_CODES.includes(refusal.code)
    ? `Your token names no user or team of this gateway. In detail: ${reason}`
    : reason;
}

/**
 * The API answers `custom_validation_failed` with the specification's text alone, which would not help a person here.
 */
function reasonOf({ code, message }: Extract<Decision, { allow: false }>): string {
  return code === "custom_validation_failed"
    ? "The gateway's own check (custom_validate) refuses this account."
    : message;
}

function nameOf(token: VerifiedToken): string {
  return token.kind === "jwt" ? nameInClaims(token.claims) : "Master key";
}

function detailOf(token: VerifiedToken): string {
  if (token.kind !== "jwt") return "Signed in with the master key";
  return token.issuer ? `Signed in through ${token.issuer}` : "Signed in through the OpenID provider";
}
