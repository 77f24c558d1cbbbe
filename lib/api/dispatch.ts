import type { MaybePromise } from "@/lib/async/maybe-promise";
import { GatewayError, errorReply } from "@/lib/errors";
import { databaseFailure } from "@/lib/store/failures";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { MOST_TARGET } from "@/lib/doors/node-door";
import { hasMetricsToken } from "@/lib/gateway/request/authenticate";
import { challengeForTools } from "@/lib/gateway/tools/resource-challenge";
import { answerCaller } from "./answer-caller";
import { readQuery } from "./read-query";
import { crossOriginHeaders, preflightReply } from "./cross-origin";
import { helpPage } from "./help-page";
import { errorDialectOf, identifyReply } from "./identify-reply";
import { noOperation } from "./no-operation";
import { findOperation, type FoundOperation, TABLE } from "./table";
import { type AnswerFailure, tellOfAnswer } from "./tell-of-answer";
import type { Services } from "@/lib/gateway/services";

/** Answers one API request from either door. Never throws: every error becomes a reply. */
export async function dispatch(services: Services, request: ApiRequest): Promise<ApiReply> {
  const { observer, now, newId } = services;
  const startedAt = now();
  observer.requestStarted?.({ request, at: startedAt });
  const found = findOperation(request.method, request.path);
  let reply: ApiReply;
  let failure: AnswerFailure | undefined;
  try {
    reply = identifyReply(await answer(services, request, found), request, newId);
  } catch (thrown) {
    failure = { thrown, error: wireError(thrown) };
    reply = identifyReply(wireReply(services, request, failure.error), request, newId);
  }
  if (request.headers["origin"] !== undefined)
    Object.assign(reply.headers, crossOriginHeaders(request, allowedOrigins(services), findOperation));
  if (request.headers["cookie"] !== undefined) keepFromCaches(reply);
  tellOfAnswer(services, { request, startedAt, reply, route: found?.operation.path, failure });
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

/** Not asynchronous, since a promise of a promise takes three turns of the microtask queue. */
function answer(services: Services, request: ApiRequest, found: FoundOperation | undefined): MaybePromise<ApiReply> {
  if (request.path.length + request.query.length > MOST_TARGET)
    throw new GatewayError("uri_too_long", `The path and the query are longer than ${MOST_TARGET} bytes.`);
  if (!found) {
    const preflight = preflightReply(request, allowedOrigins(services), findOperation);
    if (preflight) return preflight;
    throw noOperation(request);
  }
  const { operation, parameters, azure } = found;
  if (operation.access === "public")
    return operation.answer({ services, request, table: TABLE }, readQuery(operation, request, parameters));
  if ("withMetricsToken" in operation && operation.withMetricsToken && hasMetricsToken(services, request))
    return operation.withMetricsToken({ services, request, table: TABLE });
  return answerCaller(services, request, { operation, parameters, azure });
}

/** The error that the caller sees. */
function wireError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  // Operations that only read need not handle failures of the database themselves.
  return (
    databaseFailure(thrown) ??
    new GatewayError("internal_error", "Something went wrong in the gateway; its log has the reason.")
  );
}

/** The error as a reply, in the dialect of the route, with a link to its explanation. */
function wireReply(services: Services, request: ApiRequest, error: GatewayError): ApiReply {
  const { environment, settings } = services;
  const dialect = errorDialectOf(request.path);
  const { status, headers, body } = errorReply(error, dialect);
  const challenge = dialect === "mcp" && status === 401 ? headers["www-authenticate"] : undefined;
  if (challenge !== undefined) headers["www-authenticate"] = challengeForTools(services, request, challenge);
  const page = helpPage(environment, settings.current().general.docs_url);
  if (page !== undefined) headers["link"] = `<${page}#${error.code}>; rel="help"`;
  return { status, headers, body: JSON.stringify(body) };
}
