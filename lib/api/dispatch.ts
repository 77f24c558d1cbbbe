import type { AccessRequest, VerifiedToken } from "@/lib/auth/decision";
import { isFault } from "@/lib/auth/identify";
import { GatewayError, errorReply } from "@/lib/errors";
import { accessRequest } from "@/lib/gateway/request/access-request";
import { databaseFailure } from "@/lib/store/failures";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { MOST_TARGET } from "@/lib/doors/node-door";
import { actorOf } from "@/lib/gateway/request/actor-of";
import { authenticate } from "@/lib/gateway/request/authenticate";
import type { Evaluation } from "@/lib/gateway/request/evaluation";
import { failedProof } from "@/lib/auth/token/failed-proof";
import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import { hasMetricsToken } from "@/lib/gateway/request/metrics-token";
import { bindsAtOnce, fulfil } from "@/lib/gateway/request/fulfil";
import { declaredLength } from "@/lib/gateway/request/body-room";
import { readCallBody, readManagementBody } from "@/lib/gateway/call/read-body";
import { bodyOwner } from "./body-owner";
import type { Operation } from "./operation";
import { readQuery } from "./read-query";
import type { Caller } from "@/lib/gateway/request/caller";
import { crossOriginHeaders, preflightReply } from "./cross-origin";
import { identifyReply, speaksAnthropic } from "./identify-reply";
import { noOperation } from "./no-operation";
import { findOperation } from "./table";
import { recordDenial, recordForbidden, withHeaders } from "@/lib/gateway/call/recorded-denial";
import type { Services } from "@/lib/gateway/services";
import { REQUEST_ID_HEADER } from "@/lib/http/request-id";

/** In bytes. A larger body, or one of unknown length, is read only after everything is decided that needs no model. */
const DECIDED_FIRST_BYTES = 64 * 1024;

/** In bytes. Only larger bodies take room: counting smaller ones would cost more than it is worth. */
const WEIGHED_BYTES = 16 * 1024;

/** Azure's clients add it to every request. The versions of Azure's API differ in nothing that is served here. */
const AZURE_QUERY: ReadonlySet<string> = new Set(["api-version"]);

/** Answers one API request from either door. Never throws: every error becomes a reply. */
export async function dispatch(services: Services, request: ApiRequest): Promise<ApiReply> {
  const { observer, now } = services;
  const startedAt = now();
  observer.requestStarted?.({ request, at: startedAt });
  let reply: ApiReply;
  let failure: GatewayError | undefined;
  try {
    reply = identifyReply(await answer(services, request), request, services.newId);
  } catch (error) {
    failure = wireError(error);
    reply = identifyReply(wireReply(request, failure), request, services.newId);
    tellOfFailure(services, request, reply, failure, error);
  }
  if (request.headers["origin"] !== undefined)
    Object.assign(reply.headers, crossOriginHeaders(request, allowedOrigins(services), findOperation));
  if (request.headers["cookie"] !== undefined) keepFromCaches(reply);
  tellOfReply(services, request, reply, failure?.code, startedAt);
  return reply;
}

/** Tells the observer that the answer begins, and gives the door a way to report how it ends. */
function tellOfReply(
  { observer, now }: Services,
  request: ApiRequest,
  reply: ApiReply,
  failureCode: GatewayError["code"] | undefined,
  startedAt: number,
): void {
  if (!observer.firstByteSent && !observer.requestFinished) return;
  const route = routeOf(request);
  const requestId = reply.headers[REQUEST_ID_HEADER] ?? "";
  // Nobody sees the answer to a caller who has hung up.
  const status = request.isGone ? undefined : reply.status;
  const code = request.isGone ? undefined : failureCode;
  // The first byte goes out now: the door writes the head at once, and a stream replies once its first piece is there.
  if (status !== undefined) observer.firstByteSent?.({ request, route, status, requestId, code, at: now() });
  if (observer.requestFinished)
    reply.ended = (end) =>
      observer.requestFinished?.({ request, route, status, requestId, code, end, startedAt, at: now() });
}

/**
 * Keeps an answer to a browser's cookie out of the browser's cache, where it would outlive the session. Callers with a
 * bearer send no cookie, and shared caches keep no answer to them (RFC 9111 §3.5).
 */
function keepFromCaches({ headers }: ApiReply): void {
  headers["cache-control"] = "no-store";
  headers["x-content-type-options"] = "nosniff";
}

function allowedOrigins({ settings }: Services): readonly string[] {
  return settings.current().general.allowed_origins;
}

async function answer(services: Services, request: ApiRequest): Promise<ApiReply> {
  if (request.path.length + request.query.length > MOST_TARGET)
    throw new GatewayError("uri_too_long", `The path and the query are longer than ${MOST_TARGET} bytes.`);
  const found = findOperation(request.method, request.path);
  if (!found) {
    const preflight = preflightReply(request, allowedOrigins(services), findOperation);
    if (preflight) return preflight;
    throw noOperation(request);
  }
  const { operation, parameters, azure } = found;
  if (operation.access === "public")
    return operation.answer({ services, request }, readQuery(operation, request, parameters));
  if ("withMetricsToken" in operation && operation.withMetricsToken && hasMetricsToken(services, request))
    return operation.withMetricsToken({ services, request });
  const arrivedAt = services.now();
  const authenticated = authenticate(services, request);
  const token = isPromise(authenticated)
    ? await provenCaller(services, operation, request, authenticated, arrivedAt)
    : authenticated;
  let decidingSince = arrivedAt;
  const length = declaredLength(request.headers);
  const held = length > WEIGHED_BYTES ? services.bodies.enter(bodyOwner(token)) : undefined;
  let caller: Caller | undefined;
  try {
    let reply: ApiReply;
    if (operation.modelBody) {
      if (length > DECIDED_FIRST_BYTES) await decideFirst(services, operation, request, token, arrivedAt);
      // The time of the upload does not count as time of the decision.
      const readSince = services.now();
      const modelBody = await readCallBody(
        request,
        azure ? { ...operation.modelBody, modelOfPath: azure.model } : operation.modelBody,
        services.settings.current().general,
        services.newId,
        held,
      );
      decidingSince += services.now() - readSince;
      const access = accessRequest(operation, request, modelBody);
      const admitted = admit(services, { request, token, access, since: decidingSince });
      caller = isPromise(admitted) ? await admitted : admitted;
      reply = await operation.answer({ services, request, caller, modelBody });
    } else {
      const access = accessRequest(operation, request, undefined);
      const admitted = admit(services, { request, token, access, since: decidingSince });
      const admittedCaller = isPromise(admitted) ? await admitted : admitted;
      const query = readQuery(operation, request, parameters, azure && AZURE_QUERY);
      const input =
        operation.method === "GET"
          ? query
          : await readManagementBody(request, services.settings.current().general, held);
      caller = admittedCaller;
      reply = await operation.answer({ services, request, caller }, input);
    }
    return held ? held.untilSent(reply) : reply;
  } catch (error) {
    held?.release();
    // Only a refusal by the operation itself: the rules record their own denials.
    throw caller ? recordForbidden(services, request, caller, error) : error;
  }
}

/**
 * Decides everything that needs no model before a large body is read, so that a caller who is refused anyway uploads
 * nothing. The rules only become stricter once the model is known. @throws GatewayError with the decision's code
 */
async function decideFirst(
  services: Services,
  operation: Operation,
  request: ApiRequest,
  token: VerifiedToken,
  since: number,
): Promise<void> {
  const access = accessRequest(operation, request, undefined);
  const evaluation = await services.evaluate(token, access);
  if (evaluation.decision.allow && !isFault(evaluation.identity)) return;
  services.recorder.record(token, evaluation.identity, access, evaluation.decision);
  throw denied(services, request, access, evaluation, services.now() - since);
}

/** Waits for the proof of the credentials. Records a 401 as a denial. @throws GatewayError */
async function provenCaller(
  services: Services,
  operation: Operation,
  request: ApiRequest,
  proof: Promise<VerifiedToken>,
  since: number,
): Promise<VerifiedToken> {
  try {
    return await proof;
  } catch (error) {
    throw error instanceof GatewayError && error.status === 401
      ? unproven(services, request, accessRequest(operation, request, undefined), error, services.now() - since)
      : error;
  }
}

/** A request with proven credentials, and what the rules need to know of it. */
interface ProvenRequest {
  readonly request: ApiRequest;
  readonly token: VerifiedToken;
  readonly access: AccessRequest;
  /** When authenticating began, put later by the time that the upload took. Milliseconds since the epoch. */
  readonly since: number;
}

/** The caller, if the decision allows the request. @throws GatewayError with the code and the id of the denial */
function admit(services: Services, proven: ProvenRequest): MaybePromise<Caller> {
  const evaluated = services.evaluate(proven.token, proven.access);
  return isPromise(evaluated)
    ? evaluated.then((evaluation) => admitted(services, proven, evaluation))
    : admitted(services, proven, evaluated);
}

function admitted(services: Services, proven: ProvenRequest, evaluation: Evaluation): MaybePromise<Caller> {
  const { request, token, access, since } = proven;
  const { identity, facts, decision } = evaluation;
  services.recorder.record(token, identity, access, decision);
  const at = services.now();
  const decisionMs = at - since;
  if (!decision.allow || isFault(identity)) throw denied(services, request, access, evaluation, decisionMs);
  services.observer.decided?.({
    request,
    access,
    allow: true,
    code: undefined,
    failed: undefined,
    principal: decision.principal,
    decisionId: undefined,
    decisionMs,
    at,
  });
  const { principal, checks, obligations } = decision;
  const caller: Caller = { token, identity, principal, facts, access, checks, decisionMs, actor: actorOf(identity) };
  if (obligations.length === 0) return caller;
  // The time to fulfil what the decision requires counts as time of the decision.
  return fulfil(services, obligations, caller.actor).then(async () => {
    const bound = bindsAtOnce(services, obligations) ? await decidedAgain(services, proven, caller) : caller;
    return { ...bound, decisionMs: services.now() - since };
  });
}

/**
 * Decides again, with what was just created for the caller. @throws GatewayError with the code and the id of the denial
 */
async function decidedAgain(services: Services, proven: ProvenRequest, caller: Caller): Promise<Caller> {
  const { request, token, access, since } = proven;
  const evaluation = await services.evaluate(token, access);
  const { identity, facts, decision } = evaluation;
  if (!decision.allow || isFault(identity)) throw denied(services, request, access, evaluation, services.now() - since);
  return { ...caller, identity, facts, principal: decision.principal, checks: decision.checks };
}

/** Records a denial. Returns the error with the id of the record in its headers. */
function denied(
  services: Services,
  request: ApiRequest,
  access: AccessRequest,
  { identity, decision }: Evaluation,
  decisionMs: number,
): GatewayError {
  const { code, message } = decision.allow ? { code: "internal_error" as const, message: "No identity." } : decision;
  return new GatewayError(code, message, {
    headers: recordDenial(services, request, { identity, access, decision, decisionMs }),
  });
}

/** Records failed credentials as a denial. Returns the error with the id of the record in its headers. */
function unproven(
  services: Services,
  request: ApiRequest,
  access: AccessRequest,
  error: GatewayError,
  decisionMs: number,
): GatewayError {
  const denial = { identity: undefined, access, decision: failedProof(error), decisionMs };
  return withHeaders(error, recordDenial(services, request, denial));
}

/** The error that the caller sees. */
function wireError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  // Operations that only read need not handle failures of the database themselves.
  return databaseFailure(thrown) ?? new GatewayError("internal_error", "The gateway failed; its log has the reason.");
}

/**
 * Tells the observer the cause of a failure, which the caller must not see. A caller who has hung up does not see the
 * failure, so it is told only if it is a defect.
 */
function tellOfFailure(
  { observer }: Services,
  request: ApiRequest,
  { headers }: ApiReply,
  { code, status, options }: GatewayError,
  thrown: unknown,
): void {
  const isDefect = code === "internal_error" && !(thrown instanceof GatewayError);
  if (!isDefect && (status < 500 || request.isGone)) return;
  const requestId = headers[REQUEST_ID_HEADER] ?? "";
  observer.requestFailed?.({ request, requestId, code, cause: isDefect ? thrown : options.cause, isDefect });
}

/** The path of a request's operation, with its `{parameters}`. Undefined: there is no such operation. */
function routeOf({ method, path }: ApiRequest): string | undefined {
  return findOperation(method, path)?.operation.path;
}

/** The error as a reply, in the dialect of the route. */
function wireReply({ path }: ApiRequest, error: GatewayError): ApiReply {
  const { status, headers, body } = errorReply(error, speaksAnthropic(path) ? "anthropic" : "openai");
  return { status, headers, body: JSON.stringify(body) };
}
