import { ExactNumbers } from "../exact-numbers";
import { type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { toAnswerSchema } from "./answer-schema";
import { toConversation } from "./conversation";
import { defaultMaxTokens } from "./default-max-tokens";
import { checkParameters, invalid } from "./parameters";
import { toSampling } from "./sampling";
import { isThinking, toThinking } from "./thinking";
import { toTools } from "./tools";

/** Instructs the model if OpenAI's `json_object` asks for any JSON: Anthropic's own form needs a schema. */
const ANSWER_IN_JSON = "Answer with one valid JSON object and nothing else: no explanation, no code fence.";

/**
 * Translates a body of `/chat/completions` into one of Anthropic's `/messages` for this model. `exact` marks long
 * numbers in the arguments of calls; the caller restores them. @throws GatewayError invalid_request that names the
 * parameter at fault
 */
export function toMessagesRequest(body: JsonObject, model: string, exact = new ExactNumbers()): JsonObject {
  checkParameters(body);
  const { system, messages } = toConversation(body["messages"], exact);
  const format = toFormat(body["response_format"]);
  const instructions = format.asksForJson ? [...system, { type: "text", text: ANSWER_IN_JSON }] : system;
  const maxTokens = toMaxTokens(body, model);
  const tools = toTools(body);
  const { thinking, effort } = toThinking(body, model, maxTokens, isForced(tools.tool_choice));
  const output = {
    ...(effort !== undefined && { effort }),
    ...(format.schema && { format: { type: "json_schema", schema: toAnswerSchema(format.schema) } }),
  };
  const user = body["safety_identifier"] ?? body["user"];
  const stop = toStopSequences(body["stop"]);
  return {
    model,
    max_tokens: maxTokens,
    ...(instructions.length > 0 && { system: instructions }),
    messages,
    ...(body["stream"] === true && { stream: true }),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...toSampling(body, model, isThinking(thinking)),
    ...tools,
    ...(thinking && { thinking }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...(typeof user === "string" && { metadata: { user_id: user } }),
    ...(isObject(body["cache_control"]) && { cache_control: body["cache_control"] }),
  };
}

function toMaxTokens(body: JsonObject, model: string): number {
  const asked = body["max_completion_tokens"] ?? body["max_tokens"];
  if (typeof asked === "number") return asked;
  return defaultMaxTokens(model);
}

/** Whether the model must call a tool. */
function isForced(choice: JsonObject | undefined): boolean {
  return choice?.["type"] === "any" || choice?.["type"] === "tool";
}

/** Leaves out sequences of white space only, which Anthropic refuses. */
function toStopSequences(stop: unknown): string[] {
  const sequences: unknown[] = Array.isArray(stop) ? stop : [stop];
  return sequences.filter((sequence) => typeof sequence === "string").filter((sequence) => sequence.trim() !== "");
}

function toFormat(format: unknown): { asksForJson: boolean; schema?: JsonObject } {
  if (format === undefined || format === null) return { asksForJson: false };
  const type = isObject(format) ? format["type"] : undefined;
  if (type === "text") return { asksForJson: false };
  if (type === "json_object") return { asksForJson: true };
  const described = isObject(format) && type === "json_schema" ? format["json_schema"] : undefined;
  const schema = isObject(described) ? described["schema"] : undefined;
  if (!isObject(schema))
    throw invalid(
      "response_format",
      'response_format must be of type "text", "json_object", or "json_schema" with a schema.',
    );
  return { asksForJson: false, schema };
}
