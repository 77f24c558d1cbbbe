import { isObject, objectAt, type JsonObject } from "../json-value";
import { toMessages } from "./conversation";
import { checkParameters, invalid } from "./parameters";
import { toFunctions } from "./tools";

/** The smallest budget of thinking that is more than a low, and more than a medium effort. */
const MORE_THAN_LOW = 4096;
const MORE_THAN_MEDIUM = 16_384;

/** What differs between those who speak OpenAI's dialect. */
export interface UpstreamHabits {
  /** OpenAI's reasoning models refuse `max_tokens`; many others know nothing else. */
  readonly limitName: "max_tokens" | "max_completion_tokens";
  /** Whether a stream reports its usage only to those who ask. */
  readonly mustAskForUsage: boolean;
}

/** A body of Anthropic's `/messages` as one of `/chat/completions`, for this model. @throws GatewayError invalid_request naming the parameter at fault */
export function toChatRequest(
  body: JsonObject,
  model: string,
  { limitName, mustAskForUsage }: UpstreamHabits,
): JsonObject {
  checkParameters(body);
  const { max_tokens: limit, temperature, top_p: topP, stop_sequences: stop } = body;
  // Anthropic's API refuses what has no limit, and so its callers expect it.
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

/** The effort that was asked for, in OpenAI's words; none where the model is left to decide. */
function toEffort(body: JsonObject): string | undefined {
  const effort = objectAt(body, "output_config")["effort"];
  if (typeof effort === "string") return effort === "max" ? "xhigh" : effort;
  const { type, budget_tokens: budget } = objectAt(body, "thinking");
  if (type !== "enabled" || typeof budget !== "number") return undefined;
  if (budget < MORE_THAN_LOW) return "low";
  return budget < MORE_THAN_MEDIUM ? "medium" : "high";
}

/** `output_format` is what the beta called it. */
function toFormat(body: JsonObject): JsonObject | undefined {
  const format = objectAt(body, "output_config")["format"] ?? body["output_format"];
  if (format === undefined || format === null) return undefined;
  if (!isObject(format) || format["type"] !== "json_schema" || !isObject(format["schema"])) {
    throw invalid("output_config.format", 'output_config.format must be of type "json_schema", with a schema.');
  }
  return { type: "json_schema", json_schema: { name: "answer", strict: true, schema: format["schema"] } };
}
