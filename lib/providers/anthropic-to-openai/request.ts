import { objectAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { toMessages } from "./conversation";
import { checkParameters, checkThread, invalid } from "./parameters";
import { toFunctions } from "./tools";

/** The smallest thinking budgets that count as more than low, and as more than medium effort. */
const MORE_THAN_LOW = 4096;
const MORE_THAN_MEDIUM = 16_384;

/** Differences between the providers that speak OpenAI's dialect. */
export interface UpstreamHabits {
  /** OpenAI's reasoning models refuse `max_tokens`; many other providers know nothing else. */
  readonly limitName: "max_tokens" | "max_completion_tokens";
  /** Whether a stream reports its usage only on request. */
  readonly mustAskForUsage: boolean;
}

/**
 * Translates a body of Anthropic's `/messages` into one of `/chat/completions` for this model. @throws GatewayError
 * invalid_request that names the parameter at fault, not_found for a thread to continue
 */
export function toChatRequest(
  body: JsonObject,
  model: string,
  { limitName, mustAskForUsage }: UpstreamHabits,
): JsonObject {
  checkParameters(body);
  checkThread(body);
  const { max_tokens: limit, temperature, top_p: topP, stop_sequences: stop } = body;
  // Anthropic's API requires a limit, so its callers expect a refusal without one.
  if (typeof limit !== "number") throw invalid("max_tokens", "max_tokens must be a number.");
  const effort = toEffort(body);
  const format = toFormat(body);
  return {
    model,
    messages: toMessages(body["system"], body["messages"]),
    [limitName]: limit,
    ...(body["stream"] === true && {
      stream: true,
      ...(mustAskForUsage && { stream_options: { include_usage: true } }),
    }),
    ...(Array.isArray(stop) && stop.length > 0 && { stop }),
    ...(typeof temperature === "number" && { temperature }),
    ...(typeof topP === "number" && { top_p: topP }),
    ...toFunctions(body),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(format && { response_format: format }),
  };
}

/** The requested effort in OpenAI's words; undefined if the model decides. */
function toEffort(body: JsonObject): string | undefined {
  const effort = objectAt(body, "output_config")["effort"];
  if (typeof effort === "string") return effort === "max" ? "xhigh" : effort;
  const { type, budget_tokens: budget } = objectAt(body, "thinking");
  if (type !== "enabled" || typeof budget !== "number") return undefined;
  if (budget < MORE_THAN_LOW) return "low";
  return budget < MORE_THAN_MEDIUM ? "medium" : "high";
}

/** The beta called it `output_format`. */
function toFormat(body: JsonObject): JsonObject | undefined {
  const format = objectAt(body, "output_config")["format"] ?? body["output_format"];
  if (format === undefined || format === null) return undefined;
  if (!isObject(format) || format["type"] !== "json_schema" || !isObject(format["schema"])) {
    throw invalid("output_config.format", 'output_config.format must be of type "json_schema", with a schema.');
  }
  return { type: "json_schema", json_schema: { name: "answer", strict: true, schema: format["schema"] } };
}
