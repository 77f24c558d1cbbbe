import { claimLine, withPart } from "@/lib/auth/claims/claim-line";
import { CLAIM_FIELDS, type ClaimField } from "@/lib/auth/claims/identity-claims";
import type { AccessRequest, VerifiedToken } from "@/lib/auth/decision";
import { identify, isFault } from "@/lib/auth/identify";
import { issuerEntryOf } from "@/lib/auth/issuer-settings";
import { tooLargeToTry } from "@/lib/auth/trial-size";
import { claimParts, type ClaimExpression, type ClaimParts } from "@/lib/config/claim-expression";
import type { Settings } from "@/lib/config/schema";
import type { ErrorCode } from "@/lib/errors";
import { evaluateIdentity } from "@/lib/gateway/request/evaluate";
import type { Services } from "../services";
import type { ExplainedClaim, ExplainedClaims } from "./explained-claims";
import type { Remedy } from "./remedy";

/** The refusals that another reading of the claims may turn into an allow. */
const ABOUT_CLAIMS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(["invalid_token", "user_not_found", "user_required", "team_not_found", "team_required"] as const),
  ...([
    "role_required",
    "role_not_mapped",
    "not_granted",
    "organization_not_found",
    "scope_model_not_allowed",
  ] as const),
]);

/** How many lines of configuration are tried. */
const MOST_TRIED = 10;

interface Reading {
  readonly field: ClaimField;
  readonly expression: ClaimExpression;
}

/** A token that was refused. */
interface RefusedToken extends Pick<ExplainedClaims, "claims"> {
  readonly token: Jwt;
  readonly code: ErrorCode;
  /** The claim that could not be read, if that was the reason. */
  readonly faulty: string | undefined;
}

/**
 * The line of configuration that would allow a refused token by reading another of its claims, or the same one in
 * another way. Each is tried on the request path itself. None that makes an administrator is proposed.
 * @throws GatewayError directory_unavailable
 */
export async function findClaimRemedy(
  services: Services,
  { token, code, faulty, claims }: RefusedToken,
  request: AccessRequest,
  settings: Settings,
): Promise<Remedy | undefined> {
  if (!ABOUT_CLAIMS.has(code)) return undefined;
  const entry = issuerEntryOf(token.issuer, settings.jwtAuth);
  const fieldsInForce = (field: ClaimField): ClaimExpression | undefined =>
    (entry?.[field] === null ? undefined : entry?.[field]) ?? settings.jwtAuth[field];
  const repairs =
    faulty === undefined ? [] : CLAIM_FIELDS.flatMap((field) => repairsOf(field, fieldsInForce(field), claims, faulty));
  const named = claims.flatMap((claim) => claim.named.flatMap(({ use }) => use ?? []));
  const readings = new Map(
    [...repairs, ...named].map((reading) => [claimLine(reading.field, reading.expression), reading]),
  );
  for (const [line, reading] of [...readings].slice(0, MOST_TRIED)) {
    const tried = withReading(settings, token.issuer, reading);
    const identity = identify(token, tried.jwtAuth, request.requestedOrganization);
    if (!isFault(identity) && tooLargeToTry(identity, tried.jwtAuth) !== undefined) continue;
    const { decision } = await evaluateIdentity(services, identity, request, tried);
    if (!decision.allow || decision.principal.admin || decision.principal.viewer) continue;
    const where = entry?.[reading.field] === undefined ? "gateway_jwtauth" : "the entry of its issuer";
    const description = `${where} said \`${line}\``;
    const change = { kind: "set-claim", setting: reading.field, line } as const;
    return { changes: [change], descriptions: [description], sentence: `It would be allowed if ${description}.` };
  }
  return undefined;
}

type Jwt = Extract<VerifiedToken, { kind: "jwt" }>;

/** The readings that accept a claim whose type the configured reading refuses. */
function repairsOf(
  field: ClaimField,
  expression: ClaimExpression | undefined,
  claims: readonly ExplainedClaim[],
  faulty: string,
): Reading[] {
  const part = expression === undefined ? undefined : claimParts(expression).find(({ path }) => path === faulty);
  const claim = claims.find(({ readBy, path }) => path === faulty && readBy.includes(field));
  if (part === undefined || claim === undefined) return [];
  return [...waysToRead(claim.value), ...waysInto(claim, claims)].map((way) => ({
    field,
    expression: withPart(expression, { ...part, ...way }, (path) => path === faulty),
  }));
}

/** Paths to the members of the objects in a list: of every object, and if the list has only one, also of that one. */
function waysInto({ path, value }: ExplainedClaim, claims: readonly ExplainedClaim[]): readonly Partial<ClaimParts>[] {
  const behind = `${path}[]`;
  const members = claims.flatMap((claim) => (claim.path.startsWith(`${behind}.`) ? [claim.path] : []));
  const isOne = Array.isArray(value) && value.length === 1;
  return members.flatMap((member) => [
    { path: member },
    ...(isOne ? [{ path: `${path}[0]${member.slice(behind.length)}` }] : []),
  ]);
}

function waysToRead(value: unknown): readonly Partial<ClaimParts>[] {
  if (Array.isArray(value)) return value.length === 1 ? [{ take: "only" }] : [{ integers: true }];
  return typeof value === "number" ? [{ integers: true }] : [{ take: "keys" }];
}

/** The settings with one reading, put where its field is set now: in the issuer's entry, or beside all entries. */
function withReading(settings: Settings, issuer: string | undefined, { field, expression }: Reading): Settings {
  const { jwtAuth } = settings;
  const entry = issuerEntryOf(issuer, jwtAuth);
  const value = { [field]: expression };
  return entry?.[field] === undefined
    ? { ...settings, jwtAuth: { ...jwtAuth, ...value } }
    : {
        ...settings,
        jwtAuth: {
          ...jwtAuth,
          issuers: jwtAuth.issuers.map((other) => (other === entry ? { ...entry, ...value } : other)),
        },
      };
}
