import type { Attributes } from "@opentelemetry/api";
import type { SpendRecord } from "@/lib/calls/record";
import type { AnswerFacts } from "@/lib/providers/answer-facts";
import { alikeRoute } from "@/lib/providers/dialects/google/routes";
import type { Deployment } from "@/lib/providers/deployment";
import { findProvider } from "@/lib/providers/table";
import type { Failure } from "@/lib/router/failure";
import { boundedText } from "./bounded-text";

/**
 * The values of `gen_ai.operation.name` (OpenTelemetry's semantic conventions for generative AI). For other routes the
 * conventions have none, and the gateway uses its own.
 */
const OPERATIONS: Readonly<Record<string, string>> = {
  "/chat/completions": "chat",
  "/responses": "chat",
  "/messages": "chat",
  "/completions": "text_completion",
  "/embeddings": "embeddings",
};

/** The operation of a route, such as `chat`. A route without one gives its own name: `images_generations`. */
function operationOf(route: string): string {
  return OPERATIONS[alikeRoute(route)] ?? alikeRoute(route).replace(/^\//, "").replaceAll("/", "_");
}

/** The name of an attempt's span: `chat gpt-5`. */
export function attemptName(route: string, { model }: Pick<Deployment, "model">): string {
  return `${operationOf(route)} ${boundedText(model)}`;
}

/** The attributes of an attempt when it begins. `number` is 1 for the first attempt of its call. */
export function attemptAttributes(
  route: string,
  { id, provider, model, origin }: Pick<Deployment, "id" | "provider" | "model" | "origin">,
  number: number,
): Attributes {
  const { hostname, port, protocol } = new URL(origin);
  return {
    "gen_ai.operation.name": operationOf(route),
    "gen_ai.provider.name": boundedText(findProvider(provider)?.traceName ?? provider),
    "gen_ai.request.model": boundedText(model),
    "gateway.deployment": boundedText(id),
    "http.request.method": "POST",
    "server.address": hostname.replace(/^\[|\]$/g, ""),
    "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    ...(number > 1 && { "http.request.resend_count": number - 1 }),
  };
}

/** Why an attempt failed: the upstream's status, or `connection` or `timeout`. */
export function failureAttributes(failure: Failure): Attributes {
  if (failure.kind !== "status") return { "error.type": failure.kind };
  return { "error.type": String(failure.status), "http.response.status_code": failure.status };
}

/** The attributes of the answer to a call's last attempt. */
export function answerAttributes(
  {
    httpStatus,
    usage,
    status,
    upstreamRequestId,
  }: Pick<SpendRecord, "httpStatus" | "usage" | "status" | "upstreamRequestId">,
  facts: AnswerFacts | undefined,
): Attributes {
  return {
    ...(httpStatus !== null && { "http.response.status_code": httpStatus }),
    ...(upstreamRequestId !== null && { "gateway.upstream_request_id": boundedText(upstreamRequestId) }),
    ...(facts?.model !== undefined && { "gen_ai.response.model": boundedText(facts.model) }),
    ...(facts?.id !== undefined && { "gen_ai.response.id": boundedText(facts.id) }),
    ...(facts &&
      facts.finishReasons.length > 0 && {
        "gen_ai.response.finish_reasons": facts.finishReasons.slice(0, 16).map((reason) => boundedText(reason)),
      }),
    // A failed call has used nothing, and the conventions want no zeros for unknown numbers.
    ...((status !== "error" || usage.promptTokens + usage.completionTokens > 0) && {
      "gen_ai.usage.input_tokens": usage.promptTokens,
      "gen_ai.usage.output_tokens": usage.completionTokens,
    }),
  };
}
