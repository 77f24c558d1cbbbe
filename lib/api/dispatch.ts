import { GatewayError, errorReply } from "@/lib/errors";
import { accessRequest } from "@/lib/gateway/request/access-request";
import { databaseFailure } from "@/lib/store/failures";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { MOST_TARGET } from "@/lib/doors/node-door";
import { authenticate } from "@/lib/gateway/request/authenticate";
import { isPromise } from "@/lib/async/maybe-promise";
import { hasMetricsToken } from "@/lib/gateway/request/metrics-token";
import { declaredLength } from "@/lib/gateway/request/body-room";
import { readCallBody, readManagementBody } from "@/lib/gateway/call/read-body";
import { admit, decideFirst, recordUnproven } from "./admit";
import { bodyOwner } from "./body-owner";
import { readQuery } from "./read-query";
import type { Caller } from "@/lib/gateway/request/caller";
import { crossOriginHeaders, preflightReply } from "./cross-origin";
import { identifyReply, speaksAnthropic } from "./identify-reply";
import { noOperation } from "./no-operation";
import { findOperation } from "./table";
import { type AnswerFailure, tellOfAnswer } from "./tell-of-answer";
import { recordForbidden } from "@/lib/gateway/call/recorded-denial";
import type { Services } from "@/lib/gateway/services";

/** In bytes. A larger body, or one of unknown length, is read only after everything is decided that needs no model. */
const DECIDED_FIRST_BYTES = 64 * 1024;

/** In bytes. Only larger bodies take room: counting smaller ones would cost more than it is worth. */
const WEIGHED_BYTES = 16 * 1024;

/** Azure's clients add it to every request. The versions of Azure's API differ in nothing that is served here. */
const AZURE_QUERY: ReadonlySet<string> = new Set(["api-version"]);

/** Answers one API request from either door. Never throws: every error becomes a reply. */
export async function dispatch(services: Services, request: ApiRequest): Promise<ApiReply> {
  const { observer, now, newId } = services;
  const startedAt = now();
  observer.requestStarted?.({ request, at: startedAt });
  let reply: ApiReply;
  let failure: AnswerFailure | undefined;
  try {
    reply = identifyReply(await answer(services, request), request, newId);
  } catch (thrown) {
    failure = { thrown, error: wireError(thrown) };
    reply = identifyReply(wireReply(request, failure.error), request, newId);
  }
  if (request.headers["origin"] !== undefined)
    Object.assign(reply.headers, crossOriginHeaders(request, allowedOrigins(services), findOperation));
  if (request.headers["cookie"] !== undefined) keepFromCaches(reply);
  tellOfAnswer(services, { request, startedAt, reply, failure });
  return reply;
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
    ? await authenticated.catch((error: unknown) => {
        const access = accessRequest(operation, request, undefined);
        throw recordUnproven(services, { request, access, since: arrivedAt }, error);
      })
    : authenticated;
  let decidingSince = arrivedAt;
  const length = declaredLength(request.headers);
  const held = length > WEIGHED_BYTES ? services.bodies.enter(bodyOwner(token)) : undefined;
  let caller: Caller | undefined;
  try {
    let reply: ApiReply;
    if (operation.modelBody) {
      if (length > DECIDED_FIRST_BYTES) {
        const access = accessRequest(operation, request, undefined);
        await decideFirst(services, { request, token, access, since: arrivedAt });
      }
      // The upload is left out of the time that deciding took.
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

/** The error that the caller sees. */
function wireError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  // Operations that only read need not handle failures of the database themselves.
  return databaseFailure(thrown) ?? new GatewayError("internal_error", "The gateway failed; its log has the reason.");
}

/** The error as a reply, in the dialect of the route. */
function wireReply({ path }: ApiRequest, error: GatewayError): ApiReply {
  const { status, headers, body } = errorReply(error, speaksAnthropic(path) ? "anthropic" : "openai");
  return { status, headers, body: JSON.stringify(body) };
}
