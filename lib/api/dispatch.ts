import type { AccessRequest, Identity, VerifiedToken } from "@/lib/auth/decision";
import { canonicalRoute } from "@/lib/auth/routes";
import { isFault } from "@/lib/auth/identify";
import { GatewayError, errorReply } from "@/lib/errors";
import { accessRequest } from "@/lib/gateway/request/access-request";
import { isDatabaseAway } from "@/lib/store/failures";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { authenticate } from "@/lib/gateway/request/authenticate";
import type { Evaluation } from "@/lib/gateway/request/evaluation";
import { failedProof } from "@/lib/auth/token/failed-proof";
import { isPromise, type MaybePromise } from "@/lib/maybe-promise";
import { fulfil } from "@/lib/gateway/request/fulfil";
import { parseObject } from "@/lib/providers/model-body";
import { readCallBody } from "@/lib/gateway/call/read-body";
import type { Operation } from "./operation";
import type { Caller } from "@/lib/gateway/request/caller";
import { findOperation, methodsOf } from "./table";
import { recordDenial, recordForbidden, withHeaders } from "@/lib/gateway/call/recorded-denial";
import type { Services } from "@/lib/gateway/services";

/** The longest path with its query, in bytes. RFC 9110 §4.1 asks for at least 8,000. */
const MAX_TARGET = 8 * 1024;

/** Answers one API request from either door. Never throws: every error becomes a reply. */
export async function dispatch(services: Services, request: ApiRequest): Promise<ApiReply> {
  const { observer, now } = services;
  observer.requestStarted?.({ request, at: now() });
  let reply: ApiReply;
  let failure: GatewayError | undefined;
  try {
    reply = await answer(services, request);
  } catch (error) {
    failure = wireError(services, request, error);
    reply = wireReply(request, failure);
  }
  // This is the first byte: the door writes the head at once, and a stream replies only with its first piece at hand.
  if (!request.isGone)
    observer.firstByteSent?.({
      request,
      route: routeOf(request),
      status: reply.status,
      code: failure?.code,
      at: now(),
    });
  return reply;
}

async function answer(services: Services, request: ApiRequest): Promise<ApiReply> {
  if (request.path.length + request.query.length > MAX_TARGET)
    throw new GatewayError("uri_too_long", `The path and the query are longer than ${MAX_TARGET} bytes.`);
  const found = findOperation(request.method, request.path);
  if (!found) throw noOperation(request);
  const { operation, parameters } = found;
  if (operation.access === "public") return operation.answer({ services, request }, undefined);
  const authenticated = authenticate(services, request);
  const token = isPromise(authenticated)
    ? await provenCaller(services, operation, request, authenticated)
    : authenticated;
  if (operation.modelBody) {
    const modelBody = await readCallBody(request, operation.modelBody, bodyLimit(services), services.newId);
    const admitted = admit(services, request, token, accessRequest(operation, request, modelBody));
    const caller = isPromise(admitted) ? await admitted : admitted;
    try {
      return await operation.answer({ services, request, caller, modelBody });
    } catch (error) {
      throw recordForbidden(services, request, caller, error);
    }
  }
  const admitted = admit(services, request, token, accessRequest(operation, request, undefined));
  const caller = isPromise(admitted) ? await admitted : admitted;
  const input = await readInput(services, operation, request, parameters);
  try {
    return await operation.answer({ services, request, caller }, input);
  } catch (error) {
    throw recordForbidden(services, request, caller, error);
  }
}

/** Waits for the proof of the credentials. Records a 401 as a denial. @throws GatewayError */
async function provenCaller(
  services: Services,
  operation: Operation,
  request: ApiRequest,
  proof: Promise<VerifiedToken>,
): Promise<VerifiedToken> {
  try {
    return await proof;
  } catch (error) {
    throw error instanceof GatewayError && error.status === 401
      ? unproven(services, request, accessRequest(operation, request, undefined), error)
      : error;
  }
}

/** The caller, if the decision allows the request. @throws GatewayError with the code and the id of the denial */
function admit(
  services: Services,
  request: ApiRequest,
  token: VerifiedToken,
  access: AccessRequest,
): MaybePromise<Caller> {
  const evaluated = services.evaluate(token, access);
  return isPromise(evaluated)
    ? evaluated.then((evaluation) => admitted(services, request, token, access, evaluation))
    : admitted(services, request, token, access, evaluated);
}

function admitted(
  services: Services,
  request: ApiRequest,
  token: VerifiedToken,
  access: AccessRequest,
  { identity, facts, decision }: Evaluation,
): MaybePromise<Caller> {
  services.recorder.record(token, identity, access, decision);
  if (!decision.allow || isFault(identity)) {
    const { code, message } = decision.allow ? { code: "internal_error" as const, message: "No identity." } : decision;
    throw new GatewayError(code, message, {
      headers: recordDenial(services, request, { identity, access, decision }),
    });
  }
  services.observer.decided?.({
    request,
    access,
    allow: true,
    code: undefined,
    failed: undefined,
    principal: decision.principal,
    decisionId: undefined,
    at: services.now(),
  });
  const { principal, checks, obligations } = decision;
  const caller: Caller = { identity, principal, facts, access, checks, actor: actorOf(identity) };
  return obligations.length > 0 ? fulfil(services, obligations, caller.actor).then(() => caller) : caller;
}

/** Records failed credentials as a denial. Returns the error with the id of the record in its headers. */
function unproven(services: Services, request: ApiRequest, access: AccessRequest, error: GatewayError): GatewayError {
  const denial = { identity: undefined, access, decision: failedProof(error) };
  return withHeaders(error, recordDenial(services, request, denial));
}

/** The name of the caller in audit events. */
function actorOf(identity: Identity): string {
  switch (identity.kind) {
    case "master-key":
      return "master key";
    case "virtual-key":
      return `key ${identity.key?.name ?? ""}`;
    case "jwt":
      return identity.email ?? identity.userId ?? identity.subject ?? identity.teamId ?? "unnamed token";
  }
}

async function readInput(
  services: Services,
  operation: Operation,
  request: ApiRequest,
  parameters: Readonly<Record<string, string>>,
): Promise<unknown> {
  if (operation.method === "GET") return { ...Object.fromEntries(new URLSearchParams(request.query)), ...parameters };
  const bytes = await request.readBody(bodyLimit(services));
  return bytes.length === 0 ? {} : parseObject(bytes);
}

function bodyLimit({ settings }: Services): number {
  return settings.current().general.max_request_bytes;
}

function noOperation({ method, path }: ApiRequest): GatewayError {
  const methods = methodsOf(path);
  const name = JSON.stringify(canonicalRoute(path).slice(0, 120));
  return methods.length > 0
    ? new GatewayError("method_not_allowed", `${method} is not a method of ${name}; use ${methods.join(" or ")}.`, {
        headers: { allow: methods.join(", ") },
      })
    : new GatewayError("not_found", `There is no route ${name}.`);
}

/** The error when the database cannot be reached, so that operations that only read need not handle it themselves. */
function databaseAway(cause: unknown): GatewayError {
  const message = "The gateway's database cannot be reached; nothing can be read there until it is back.";
  return new GatewayError("directory_unavailable", message, { cause, headers: { "retry-after": "1" } });
}

/** The error that the caller sees. What the caller must not see goes to the log. */
function wireError({ log }: Services, request: ApiRequest, thrown: unknown): GatewayError {
  const error = !(thrown instanceof GatewayError) && isDatabaseAway(thrown) ? databaseAway(thrown) : thrown;
  if (error instanceof GatewayError) {
    if (error.status >= 500 && !request.isGone)
      log.warn("failed", { route: request.path, code: error.code, cause: causeOf(error) });
    return error;
  }
  log.error("internal error", { route: request.path, error });
  return new GatewayError("internal_error", "The gateway failed; its log has the reason.");
}

/** The path of the operation that a request asks for, with its `{parameters}`. Undefined: there is none. */
function routeOf({ method, path }: ApiRequest): string | undefined {
  return findOperation(method, path)?.operation.path;
}

/** The error as a reply, in the dialect of the route. */
function wireReply({ path }: ApiRequest, error: GatewayError): ApiReply {
  const { status, headers, body } = errorReply(
    error,
    canonicalRoute(path).startsWith("/messages") ? "anthropic" : "openai",
  );
  return { status, headers, body: JSON.stringify(body) };
}

function causeOf({ options }: GatewayError): string | undefined {
  return options.cause instanceof Error ? options.cause.message : undefined;
}
