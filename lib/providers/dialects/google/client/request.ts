import { isObject } from "@/lib/is-object";
import { effortOfBudget } from "../../../families/gpt/effort";
import { invalid } from "../../../form/parameters";
import type { AnswerFormat, NeutralRequest, Thinking } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { listOf, member, numberOf, objectOf, textOf } from "../spelling";
import { readTurns } from "./conversation";
import { toJsonSchema } from "./schema";
import { readChoice, readTools } from "./tools";

/** Reads a body of `generateContent`. @throws GatewayError invalid_request that names the parameter at fault */
export function readGoogleRequest(body: JsonObject): NeutralRequest {
  const config = objectOf(body, "generationConfig");
  const thinking = objectOf(config, "thinkingConfig");
  const { choice, tools } = readChoice(
    objectOf(objectOf(body, "toolConfig"), "functionCallingConfig"),
    readTools(member(body, "tools")),
  );
  return {
    turns: readTurns(member(body, "systemInstruction"), member(body, "contents")),
    tools,
    choice,
    isSingle: false,
    format: readFormat(config),
    limit: numberOf(config, "maxOutputTokens"),
    count: numberOf(config, "candidateCount"),
    stop: listOf(config, "stopSequences").filter((sequence) => typeof sequence === "string"),
    sampling: {
      temperature: numberOf(config, "temperature"),
      topP: numberOf(config, "topP"),
      topK: numberOf(config, "topK"),
      seed: numberOf(config, "seed"),
      frequencyPenalty: numberOf(config, "frequencyPenalty"),
      presencePenalty: numberOf(config, "presencePenalty"),
    },
    effort: readEffort(thinking),
    thinking: numberOf(thinking, "thinkingBudget") === 0 ? NO_THINKING : undefined,
    user: undefined,
    cache: undefined,
    isStreamed: body["stream"] === true,
  };
}

/** Whether the caller wants to see what the model thought. */
export function showsThoughts(body: JsonObject): boolean {
  return member(objectOf(objectOf(body, "generationConfig"), "thinkingConfig"), "includeThoughts") === true;
}

const NO_THINKING: Thinking = { mode: "disabled", budget: undefined, own: { type: "disabled" } };

const LEVELS: ReadonlyMap<string, string> = new Map(
  ["minimal", "low", "medium", "high"].map((level) => [level.toUpperCase(), level]),
);

/** The requested effort; undefined if the model decides, as it does for a budget of -1, or is not to think at all. */
function readEffort(thinking: JsonObject): string | undefined {
  const level = LEVELS.get(textOf(thinking, "thinkingLevel")?.toUpperCase() ?? "");
  if (level !== undefined) return level;
  const budget = numberOf(thinking, "thinkingBudget");
  return budget === undefined || budget <= 0 ? undefined : effortOfBudget(budget);
}

function readFormat(config: JsonObject): AnswerFormat | undefined {
  const own = member(config, "responseSchema");
  const json = member(config, "responseJsonSchema") ?? config["_responseJsonSchema"];
  const type = textOf(config, "responseMimeType")?.toLowerCase() ?? "text/plain";
  const schema = isObject(json) ? json : isObject(own) ? toJsonSchema(own) : undefined;
  switch (type) {
    case "text/plain":
      if (schema)
        throw invalid(
          "generationConfig.responseMimeType",
          'generationConfig.responseMimeType must be "application/json" beside a schema.',
        );
      return undefined;
    case "application/json":
      return schema ? { kind: "schema", schema, name: textOf(schema, "title") } : { kind: "json" };
    default:
      throw invalid(
        "generationConfig.responseMimeType",
        'generationConfig.responseMimeType must be "text/plain" or "application/json" with this model.',
      );
  }
}
