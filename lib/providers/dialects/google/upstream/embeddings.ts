import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { Adapter, AdapterCall, AnsweredPart, UpstreamRequest, WholeAnswer } from "../../../adapter";
import { NO_FACTS } from "../../../answer-facts";
import { jsonBody } from "../../../call-body";
import { dropPaths } from "../../../form/dropped-members";
import { invalid } from "../../../form/parameters";
import { TranslatedStream } from "../../../form/translated-stream";
import { listAt, numberAt, objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { writeChatError } from "../../chat/client/answer";
import { chatClient } from "../../chat/client/half";
import type { GoogleDoor, GoogleMethod } from "../door";
import { readGoogleUsage } from "../usage";
import { readGoogleError } from "./answer";
import { GooglePieceReader } from "./stream";

/** How an upstream of Google's embeds. */
export interface EmbeddingForm {
  readonly method: GoogleMethod;
  /** Texts that one request for a model takes at most. */
  most(model: string): number;
  /** The member of an answer with one item for each text. */
  readonly list: string;
  write(asked: AskedEmbeddings, model: string): JsonObject;
  /** One list of numbers for each text; undefined: it is no such answer. */
  read(answer: JsonObject): readonly unknown[];
  usage(answer: JsonObject): Usage | undefined;
}

/** What a body of `/embeddings` asks for. */
export interface AskedEmbeddings {
  readonly texts: readonly string[];
  readonly dimensions: number | undefined;
  /** Google's own hint, which callers may add. */
  readonly taskType: string | undefined;
}

/** The Gemini API's `batchEmbedContents` (ai.google.dev/api/embeddings). */
export const BATCH: EmbeddingForm = {
  method: "batchEmbedContents",
  most: () => 100,
  list: "embeddings",
  write: ({ texts, dimensions, taskType }, model) => ({
    requests: texts.map((text) => ({
      model: `models/${model}`,
      content: { parts: [{ text }] },
      ...(taskType !== undefined && { taskType }),
      ...(dimensions !== undefined && { outputDimensionality: dimensions }),
    })),
  }),
  read: (answer) => listAt(answer, "embeddings").map((one) => (isObject(one) ? one["values"] : undefined)),
  usage: (answer) => readGoogleUsage(answer["usageMetadata"]),
};

/**
 * Vertex AI's `predict` (cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api). Gemini's
 * own models take one text a request.
 */
export const PREDICTION: EmbeddingForm = {
  method: "predict",
  most: (model) => (model.startsWith("gemini-") ? 1 : 250),
  list: "predictions",
  write: ({ texts, dimensions, taskType }) => ({
    instances: texts.map((content) => ({ content, ...(taskType !== undefined && { task_type: taskType }) })),
    ...(dimensions !== undefined && { parameters: { outputDimensionality: dimensions } }),
  }),
  read: (answer) => embeddingsOf(answer).map(({ values }) => values),
  usage(answer) {
    const counts = embeddingsOf(answer).map((one) => numberAt(objectAt(one, "statistics"), "token_count"));
    if (counts.length === 0 || counts.some((count) => count === undefined)) return undefined;
    return { ...NO_USAGE, promptTokens: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) };
  },
};

function embeddingsOf(answer: JsonObject): JsonObject[] {
  return listAt(answer, "predictions").map((one) => (isObject(one) ? objectAt(one, "embeddings") : {}));
}

/** `/embeddings` at an upstream of Google's. */
export function embeddingsAtGoogle(door: GoogleDoor, form: EmbeddingForm): Adapter {
  return {
    rewritesAnswers: true,
    request(call) {
      const [first] = requestsOf(call, door, form);
      if (!first) throw invalid("input", '"input" must have at least one text.');
      return first;
    },
    split: {
      requests: (call) => requestsOf(call, door, form),
      join: (parts) => joinAnswers(parts, form),
      usage: (bytes) => form.usage(parseObjectText(bytes.toString("utf8")) ?? {}),
    },
    answer: (call, bytes) => writeEmbeddings(call, form, parseObjectText(bytes.toString("utf8")) ?? {}),
    errorBody: (_call, status, bytes) =>
      Buffer.from(JSON.stringify(writeChatError(readGoogleError(bytes.toString("utf8"), status)))),
    // Nobody streams numbers: whatever comes is read as an answer of the model would be.
    stream: ({ body, startedAt }) =>
      new TranslatedStream(
        new GooglePieceReader(),
        chatClient.writer({ model: body.model, body: body.value, startedAt }),
      ),
  };
}

function requestsOf(call: AdapterCall, door: GoogleDoor, form: EmbeddingForm): UpstreamRequest[] {
  const dropped = new Set<string>();
  const { texts, ...asked } = readAsked(call, dropped);
  const { model, baseModel = model } = call.deployment;
  const { path, headers } = door(call.deployment, form.method);
  const most = form.most(baseModel);
  return Array.from({ length: Math.ceil(texts.length / most) }, (_none, at) => {
    const written = form.write({ ...asked, texts: texts.slice(at * most, (at + 1) * most) }, model);
    return {
      path,
      headers: { "content-type": "application/json", ...headers },
      body: Buffer.from(JSON.stringify(written)),
      ...(dropped.size > 0 && { dropped: [...dropped] }),
    };
  });
}

/** Answers to the requests of one call as one answer: their items in order, and their tokens added up. */
function joinAnswers(parts: readonly AnsweredPart[], { list }: EmbeddingForm): Buffer {
  const [only, ...others] = parts;
  if (only && others.length === 0) return only.bytes;
  const answers = parts.map(({ bytes }) => parseObjectText(bytes.toString("utf8")) ?? {});
  const counts = answers.map((answer) => numberAt(objectAt(answer, "usageMetadata"), "promptTokenCount"));
  const sum = counts.reduce<number>((all, count) => all + (count ?? 0), 0);
  const usage = counts.every((count) => count !== undefined) && { usageMetadata: { promptTokenCount: sum } };
  return Buffer.from(JSON.stringify({ [list]: answers.flatMap((answer) => listAt(answer, list)), ...usage }));
}

/** What has an effect, and what has none here. */
const KNOWN: ReadonlySet<string> = new Set(["model", "input", "dimensions", "encoding_format", "task_type"]);
const HINTS: ReadonlySet<string> = new Set(["user", "stream"]);

/** `dropped` gets what is left out. @throws GatewayError invalid_request */
function readAsked({ body, deployment }: AdapterCall, dropped: Set<string>): AskedEmbeddings {
  const paths = deployment.entry.gateway_params.additional_drop_params ?? [];
  const { bytes } = jsonBody(body);
  const value = parseObjectText(dropPaths(bytes, paths, dropped).toString("utf8")) ?? {};
  for (const [name, given] of Object.entries(value)) {
    if (KNOWN.has(name) || given === null) continue;
    const shown = name.slice(0, 60);
    if (!HINTS.has(name) && !deployment.dropsParams)
      throw invalid(shown, `"${shown}" cannot be used with this model: Google's API has nothing like it.`);
    dropped.add(shown);
  }
  const { dimensions, encoding_format: format } = value;
  if (dimensions !== undefined && dimensions !== null && (!Number.isInteger(dimensions) || Number(dimensions) < 1))
    throw invalid("dimensions", '"dimensions" must be a whole number.');
  if (format !== undefined && format !== null && format !== "float" && format !== "base64")
    throw invalid("encoding_format", '"encoding_format" must be "float" or "base64".');
  return {
    texts: textsOf(value["input"]),
    dimensions: numberAt(value, "dimensions"),
    taskType: textAt(value, "task_type"),
  };
}

function textsOf(input: unknown): readonly string[] {
  const texts = Array.isArray(input) ? (input as unknown[]) : [input];
  const fault = texts.findIndex((text) => typeof text !== "string" || text === "");
  if (texts.length > 0 && fault === -1) return texts.filter((text) => typeof text === "string");
  const param = Array.isArray(input) && fault !== -1 ? `input.${fault}` : "input";
  throw invalid(param, `"${param}" must be a text; tokens as numbers cannot be used with this model.`);
}

/** @throws GatewayError upstream_invalid_response for an answer without a list of numbers for each text */
function writeEmbeddings({ body }: AdapterCall, form: EmbeddingForm, answer: JsonObject): WholeAnswer {
  const lists = form.read(answer);
  const { input } = body.value;
  if (lists.length !== (Array.isArray(input) ? input.length : 1) || !lists.every(isNumbers))
    throw new GatewayError("upstream_invalid_response", "The upstream's answer has no embedding for each text.");
  const isBase64 = body.value["encoding_format"] === "base64";
  const usage = form.usage(answer);
  const promptTokens = usage?.promptTokens;
  const written = {
    object: "list",
    data: lists.map((numbers, index) => ({
      object: "embedding",
      index,
      embedding: isBase64 ? inBase64(numbers) : numbers,
    })),
    model: body.model,
    usage: { prompt_tokens: promptTokens ?? 0, total_tokens: promptTokens ?? 0 },
  };
  return {
    body: Buffer.from(JSON.stringify(written)),
    usage,
    generated: () => 0,
    describe: () => NO_FACTS,
  };
}

function isNumbers(list: unknown): list is readonly number[] {
  return Array.isArray(list) && list.every((one) => typeof one === "number");
}

/** As OpenAI has it: floats of 32 bits, the least byte first. */
function inBase64(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeFloatLE(number, index * 4));
  return bytes.toString("base64");
}
