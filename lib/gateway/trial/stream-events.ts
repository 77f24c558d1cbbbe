import type { SpendRecord } from "@/lib/calls/record";
import type { ApiReply } from "@/lib/doors/contract";
import { dollarsFromNano } from "@/lib/prices/money";
import type { PlaygroundDeployment, PlaygroundUsage } from "@/lib/wire/contracts/playground";

/** The tag of the playground's calls in spend reports. */
export const PLAYGROUND_TAG = "playground";
/** The route that the playground's calls are decided and booked by. */
export const PLAYGROUND_ROUTE = "/chat/completions";

/** An answer that is a stream of events. */
export function streamReply(body: AsyncGenerator<Uint8Array>): ApiReply {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
    body,
  };
}

/** The answer of a model as events: a stream as it came, a whole answer as one piece, a failure as `error`. */
export async function* piecesOf({ status, body }: ApiReply): AsyncGenerator<Uint8Array> {
  if (typeof body === "string" || Buffer.isBuffer(body))
    yield streamEvent(status < 400 ? undefined : "error", body.toString());
  else yield* body;
}

/** An event of the stream; without a name, a piece of the model's answer. */
export function streamEvent(name: string | undefined, data: object | string): Buffer {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return Buffer.from(`${name === undefined ? "" : `event: ${name}\n`}data: ${text.replaceAll("\n", " ")}\n\n`);
}

/** Where the call went, by the headers of its answer. */
export function deploymentOf(headers: Readonly<Record<string, string>>): PlaygroundDeployment {
  return {
    call_id: headers["x-gateway-call-id"] ?? "",
    deployment: headers["x-gateway-deployment"] ?? "",
    attempts: Number(headers["x-gateway-attempts"] ?? 1),
    fallback: headers["x-gateway-fallback"] ?? null,
  };
}

/** What the call used and cost, as it was booked. */
export function usageOf(record: SpendRecord): PlaygroundUsage {
  return {
    call_id: record.callId,
    status: record.status,
    provider: record.provider,
    model: record.model,
    deployment: record.deployment,
    attempts: record.attempts,
    prompt_tokens: record.usage.promptTokens,
    completion_tokens: record.usage.completionTokens,
    cost: record.priceState === "unpriced" ? null : Number(dollarsFromNano(record.spendNano)),
    decision_ms: record.decisionMs ?? 0,
    first_token_ms: record.firstTokenMs,
    duration_ms: record.durationMs,
  };
}
