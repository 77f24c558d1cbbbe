import { inSlices } from "@/lib/async/steps";
import type { Situation } from "@/lib/auth/changes/situation";
import type { AccessRequest, Check, Claims, Identity, VerifiedToken } from "@/lib/auth/decision";
import { identify, isFault } from "@/lib/auth/identify";
import { searchNearestMiss } from "@/lib/auth/nearest-miss";
import { tooLargeToTry } from "@/lib/auth/trial-size";
import type { Settings } from "@/lib/config/schema";
import { GatewayError, type ErrorCode } from "@/lib/errors";
import { openTeamIds } from "@/lib/store/entities/teams";
import { validateToken } from "@/lib/gateway/request/authenticate";
import { evaluateIdentity } from "@/lib/gateway/request/evaluate";
import { type Evaluation } from "@/lib/gateway/request/evaluation";
import { proveByDraft } from "./draft-proof";
import { explainTool, withTier } from "./explain-tool";
import { findClaimRemedy } from "./claim-remedy";
import { explainClaims, type ExplainedClaims } from "./explained-claims";
import type { Remedy } from "./remedy";
import type { BindingLimit } from "@/lib/limits/limit-remedies";
import { explainCall, type CallChecks, type ExplainedCall } from "./explain-call";
import { CUSTOM_VALIDATE, explainedProof, VERIFY, verifiedJwt } from "@/lib/auth/token/failed-proof";
import type { FailedProof } from "@/lib/auth/decision-record";
import type { RemedyChange } from "@/lib/wire/change";
import type { Services } from "../services";
import { ownAudiencesFor } from "../tools/own-audiences";

/** The caller to explain: a credential as the caller would send it, or the claims of a JWT, which count as proven. */
export type Subject = { readonly token: string } | { readonly claims: Claims };

/** What is asked about a caller. */
export interface ExplainedRequest {
  readonly request: AccessRequest;
  /** By which it is decided. */
  readonly settings: Settings;
  /** Determines what a model call may cost; absent: the smallest possible call is explained. */
  readonly body?: ExplainedCall["body"];
  /** Awaited between the decisions of the search for the nearest miss; false: it has taken too long. */
  readonly pace: () => Promise<boolean>;
}

/** An explained decision. Code and message are undefined if the request is allowed. */
export interface Explanation {
  readonly allow: boolean;
  readonly code: ErrorCode | undefined;
  readonly message: string | undefined;
  readonly checks: readonly Check[];
  /** Undefined: the token could not be verified. */
  readonly evaluation: Evaluation | undefined;
  readonly nearestMiss: Remedy | undefined;
  /** Undefined: the caller has no proven JWT. */
  readonly claims: ExplainedClaims | undefined;
  /** The limits on rates and parallel calls that bind a call which the rules allow. */
  readonly limits: readonly BindingLimit[];
}

const NOTHING_ASKED: CallChecks = { checks: [], failure: undefined, remedies: [], limits: [] };

/** How many teams other than those of the token are tried for the nearest miss. */
const KNOWN_TEAMS = 25;
/** How many organisations of the token are tried for it. */
const KNOWN_ORGANIZATIONS = 25;

/**
 * Explains the decision about a request with the functions of the request path itself: authentication, `evaluate`, and
 * the checks of a call that the rules allow. Writes nothing and calls no upstream.
 * @throws GatewayError directory_unavailable; invalid_request for claims that are too large to try
 */
export async function explain(services: Services, subject: Subject, asked: ExplainedRequest): Promise<Explanation> {
  const { settings } = asked;
  const request = await withTier(services, asked.request, settings);
  const proof = await prove(services, subject, asked);
  if ("failure" in proof) {
    const unknown = { evaluation: undefined, nearestMiss: undefined, claims: undefined, limits: [] };
    return { allow: false, ...proof.failure, ...unknown };
  }
  const identity = identify(proof.token, settings.jwtAuth, request.requestedOrganization);
  if (!isFault(identity)) requireSmall(identity, settings);
  const evaluation = await evaluateIdentity(services, identity, request, settings);
  return await explainEvaluation(services, { ...proof, evaluation }, { ...asked, request });
}

/** What is explained: an evaluated request, the checks before it, and the proven credential if it is at hand. */
interface Evaluated {
  readonly evaluation: Evaluation;
  readonly checks: readonly Check[];
  readonly token?: VerifiedToken;
}

/** `explain` for a caller who has been evaluated already. @throws GatewayError directory_unavailable */
export async function explainEvaluation(
  services: Services,
  { evaluation, checks: proven, token }: Evaluated,
  { request, settings, body, pace }: ExplainedRequest,
): Promise<Explanation> {
  const { decision } = evaluation;
  const faulty = isFault(evaluation.identity) ? evaluation.identity.claim : undefined;
  const claims =
    token?.kind === "jwt" ? await explainClaims(services.directory, { ...token, faulty }, settings.jwtAuth) : undefined;
  const checks = [...proven, ...decision.checks];
  const ofTool = await explainTool(services, evaluation, {
    request,
    settings,
    body,
    claims: token?.kind === "jwt" ? token.claims : undefined,
  });
  if (ofTool) {
    const { code, message } = ofTool;
    const rest = { evaluation, nearestMiss: undefined, claims, limits: [] };
    return { allow: false, code, message, checks: [...checks, ...ofTool.checks], ...rest };
  }
  if (decision.allow) {
    const { identity, facts } = evaluation;
    const { route, model } = request;
    const asked =
      isFault(identity) || model === undefined
        ? NOTHING_ASKED
        : await explainCall(
            services,
            { identity, facts, principal: decision.principal },
            { route, model, body },
            settings,
          );
    return {
      allow: !asked.failure,
      code: asked.failure?.code,
      message: asked.failure?.message,
      checks: [...checks, ...asked.checks],
      evaluation,
      nearestMiss: asked.failure && remedyOf(asked.remedies),
      claims,
      limits: asked.limits,
    };
  }
  const { code, message } = decision;
  const byClaim =
    token?.kind === "jwt" && claims
      ? await findClaimRemedy(services, { token, code, faulty, claims: claims.claims }, request, settings)
      : undefined;
  const nearestMiss = byClaim ?? (await findRemedy(services, evaluation, { request, settings, pace }));
  return { allow: false, code, message, checks, evaluation, nearestMiss, claims, limits: [] };
}

/** @throws GatewayError invalid_request */
export function requireSmall(identity: Identity, { jwtAuth }: Pick<Settings, "jwtAuth">): void {
  const tooLarge = tooLargeToTry(identity, jwtAuth);
  if (tooLarge !== undefined) throw new GatewayError("invalid_request", `The caller cannot be tried. ${tooLarge}`);
}

async function findRemedy(
  services: Services,
  evaluation: Evaluation,
  { request, settings, pace }: ExplainedRequest,
): Promise<Remedy | undefined> {
  const situation = await situationOf(services, evaluation, request, settings);
  const nearest = situation && (await inSlices(searchNearestMiss(situation), pace));
  if (nearest || situation?.identity.kind !== "virtual-key" || request.model !== undefined) return nearest;
  // No change lets a key manage: only another credential does.
  const description = "the caller sent the token of an administrator, or the master key, and not a virtual key";
  return remedyOf([{ change: { kind: "other" }, description }]);
}

function remedyOf(
  remedies: readonly { readonly change: RemedyChange; readonly description: string }[],
): Remedy | undefined {
  if (remedies.length === 0) return undefined;
  const descriptions = remedies.map(({ description }) => description);
  return {
    changes: remedies.map(({ change }) => change),
    descriptions,
    sentence: `It would be allowed if ${descriptions.join(" and ")}.`,
  };
}

type Proof = { readonly checks: readonly Check[]; readonly token: VerifiedToken } | { readonly failure: FailedProof };

async function prove(
  services: Services,
  subject: Subject,
  { request, settings }: Pick<ExplainedRequest, "request" | "settings">,
): Promise<Proof> {
  if ("claims" in subject) {
    const { iss: issuer } = subject.claims;
    return {
      checks: [],
      token: {
        kind: "jwt",
        via: "bearer",
        claims: subject.claims,
        issuer: typeof issuer === "string" ? issuer : undefined,
      },
    };
  }
  const own = () => ownAudiencesFor(services.environment, request.mcpServer);
  const meant = request.family === "mcp_routes" ? own : undefined;
  const token = await attempt(() => proveByDraft(services, subject.token, settings, meant));
  if (token instanceof GatewayError) return { failure: explainedProof(token) };
  const verified = verifiedCheck(token);
  if (token.kind !== "jwt" || !services.customValidate(token.issuer)) {
    const because =
      token.kind === "jwt" ? "No custom_validate is configured." : "The setting custom_validate applies only to JWTs.";
    return { token, checks: [verified, { ...CUSTOM_VALIDATE, outcome: "skip", because }] };
  }
  const failure = await attempt(async () => validateToken(services, token));
  if (failure instanceof GatewayError) return { failure: explainedProof(failure, verified) };
  return {
    token,
    checks: [verified, { ...CUSTOM_VALIDATE, outcome: "pass", because: "The operator's function returned true." }],
  };
}

function verifiedCheck(token: VerifiedToken): Check {
  switch (token.kind) {
    case "master-key":
      return { ...VERIFY, outcome: "pass", because: "It is the master key." };
    case "virtual-key":
      return { ...VERIFY, outcome: "pass", because: `It is the key ${token.key.name}.` };
    case "jwt":
      return verifiedJwt(token.issuer, token.answeredBy);
  }
}

/** Returns a refusal as a value. Rethrows errors that leave the question open. */
async function attempt<Value>(work: () => Promise<Value>): Promise<Value | GatewayError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayError && error.code !== "directory_unavailable") return error;
    throw error;
  }
}

async function situationOf(
  services: Services,
  { identity, facts }: Evaluation,
  request: AccessRequest,
  settings: Settings,
): Promise<Situation | undefined> {
  if (isFault(identity)) return undefined;
  const { database, directory, now } = services;
  const ids = new Set([
    ...(request.requestedTeam === undefined ? [] : [request.requestedTeam]),
    ...(await openTeamIds(database, KNOWN_TEAMS)),
  ]);
  const knownTeams = (await Promise.all([...ids].map((id) => directory.team(id)))).filter((team) => team !== undefined);
  const choices = identity.organizationIds.slice(0, KNOWN_ORGANIZATIONS);
  const organizationIds = new Set([...choices, ...knownTeams.map(({ organizationId }) => organizationId)]);
  const organizations = await Promise.all(
    [...organizationIds].flatMap((id) =>
      id === null || facts.organizations.has(id) ? [] : [directory.organization(id)],
    ),
  );
  const allOrganizations = new Map(facts.organizations);
  for (const organization of organizations) if (organization) allOrganizations.set(organization.id, organization);
  return { settings, identity, facts: { ...facts, organizations: allOrganizations }, request, now: now(), knownTeams };
}
