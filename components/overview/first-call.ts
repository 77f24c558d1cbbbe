import { addressOf } from "@/components/api/address";
import { isObject } from "@/lib/is-object";

/** The result of a call, as its caller sees it. */
export interface FirstCall {
  readonly ok: boolean;
  readonly status: number;
  /** The code of a refusal. */
  readonly code: string | null;
  /** The answer of the model, or the message of the refusal. */
  readonly text: string;
  /** Dollars; null: no price is known, or nothing was served. */
  readonly cost: number | null;
  readonly tokens: { readonly prompt: number; readonly completion: number } | null;
  readonly durationMs: number;
  readonly callId: string | null;
  /** The id of the decision that refused it. */
  readonly decisionId: string | null;
}

export const CHAT_ROUTE = "/v1/chat/completions";

/** Makes one real call through the gateway with a key, as any application does. @throws Error if nobody answers */
export async function makeFirstCall(question: {
  readonly key: string;
  readonly model: string;
  readonly message: string;
}): Promise<FirstCall> {
  const startedAt = performance.now();
  const response = await fetch(addressOf(CHAT_ROUTE), {
    method: "POST",
    headers: { authorization: `Bearer ${question.key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: question.model, messages: [{ role: "user", content: question.message }] }),
    credentials: "omit",
    cache: "no-store",
  }).catch(() => {
    throw new Error("The gateway does not answer. Is it running, and is this computer online?");
  });
  const text = await response.text();
  return firstCallOf(response, text, performance.now() - startedAt);
}

/** An answer of `/v1/chat/completions` as a `FirstCall`. */
export function firstCallOf(
  { ok, status, headers }: Pick<Response, "ok" | "status" | "headers">,
  text: string,
  durationMs: number,
): FirstCall {
  const body = parse(text);
  const error = isObject(body["error"]) ? body["error"] : {};
  const usage = isObject(body["usage"]) ? body["usage"] : undefined;
  const cost = headers.get("x-gateway-cost");
  return {
    ok,
    status,
    code: ok ? null : (stringOf(error["code"]) ?? "error"),
    text: ok ? answerText(body) : (stringOf(error["message"]) ?? `The gateway answered with status ${status}.`),
    cost: cost === null ? null : Number(cost),
    tokens: usage
      ? { prompt: Number(usage["prompt_tokens"] ?? 0), completion: Number(usage["completion_tokens"] ?? 0) }
      : null,
    durationMs,
    callId: headers.get("x-gateway-call-id"),
    decisionId: headers.get("x-gateway-decision-id"),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function answerText(body: Readonly<Record<string, unknown>>): string {
  const choices = body["choices"];
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(first) ? first["message"] : undefined;
  return (isObject(message) ? stringOf(message["content"]) : undefined) ?? "";
}
