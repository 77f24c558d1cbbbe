import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { Adapter, AdapterCall, AnsweredPart } from "../../adapter";
import { NO_FACTS } from "../../answer-facts";
import { ByteStreamReader } from "../../byte-stream";
import { jsonBody } from "../../call-body";
import { chatClient } from "../../dialects/chat/client/half";
import { readBedrockError } from "../../dialects/converse/upstream/answer";
import { invalid } from "../../form/parameters";
import { listAt, numberAt, parseObjectText, textAt, type JsonObject } from "../../json-value";
import { bedrockRequest } from "./door";
import { modelBehind } from "./region";

/** A model that embeds: what a request to it has, and where its answers have the numbers. */
interface Embedder {
  /** Texts that one request takes at most. */
  readonly most: number;
  readonly takesDimensions: boolean;
  write(texts: readonly string[], asked: JsonObject): JsonObject;
}

const dimensionsAs = (name: string, { dimensions }: JsonObject): JsonObject =>
  typeof dimensions === "number" ? { [name]: dimensions } : {};

/** By how the names of models begin (docs.aws.amazon.com/bedrock, "Inference request parameters"). */
const EMBEDDERS: readonly (readonly [begins: string, embedder: Embedder])[] = [
  [
    "amazon.titan-embed-text-v2",
    {
      most: 1,
      takesDimensions: true,
      write: ([inputText], asked) => ({ inputText, normalize: true, ...dimensionsAs("dimensions", asked) }),
    },
  ],
  [
    "amazon.titan-embed-image",
    {
      most: 1,
      takesDimensions: true,
      write([inputText], asked) {
        const embeddingConfig = dimensionsAs("outputEmbeddingLength", asked);
        return { inputText, ...(Object.keys(embeddingConfig).length > 0 && { embeddingConfig }) };
      },
    },
  ],
  ["amazon.titan-embed", { most: 1, takesDimensions: false, write: ([inputText]) => ({ inputText }) }],
  [
    "amazon.nova",
    {
      most: 1,
      takesDimensions: true,
      write: ([value], asked) => ({
        taskType: "SINGLE_EMBEDDING",
        singleEmbeddingParams: {
          embeddingPurpose: "GENERIC_INDEX",
          ...dimensionsAs("embeddingDimension", asked),
          text: { truncationMode: "END", value },
        },
      }),
    },
  ],
  ["cohere.embed-v4", { most: 96, takesDimensions: true, write: writeForCohere }],
  ["cohere.embed", { most: 96, takesDimensions: false, write: writeForCohere }],
];

function writeForCohere(texts: readonly string[], asked: JsonObject): JsonObject {
  return {
    texts,
    input_type: textAt(asked, "input_type") ?? "search_document",
    embedding_types: ["float"],
    ...dimensionsAs("output_dimension", asked),
  };
}

/** The models on Bedrock that embed take as few texts in a request as one: a list becomes several requests. */
export const embeddingsAdapter: Adapter = {
  rewritesAnswers: true,
  request(call) {
    const [first] = requestsOf(call);
    if (!first) throw invalid("input", '"input" must have at least one text.');
    return first;
  },
  split: { requests: requestsOf, join: joinParts, usage: (bytes) => usageOf(partsIn(bytes)) },
  answer({ body }, bytes) {
    const parts = partsIn(bytes);
    const vectors = parts.flatMap(({ body: answer }) => vectorsIn(answer));
    const usage = usageOf(parts);
    const promptTokens = usage?.promptTokens ?? 0;
    const isBase64 = jsonBody(body).value["encoding_format"] === "base64";
    const answer = {
      object: "list",
      data: vectors.map((vector, index) => ({
        object: "embedding",
        index,
        embedding: isBase64 ? Buffer.from(Float32Array.from(vector).buffer).toString("base64") : vector,
      })),
      model: body.model,
      usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
    };
    return {
      body: Buffer.from(JSON.stringify(answer)),
      usage,
      generated: () => 0,
      describe: () => NO_FACTS,
    };
  },
  errorBody: (_call, status, bytes) =>
    Buffer.from(JSON.stringify(chatClient.writeError(readBedrockError(bytes.toString("utf8"), status)))),
  stream: (call) => new ByteStreamReader(call),
};

function requestsOf({ body, deployment }: AdapterCall) {
  const { value } = jsonBody(body);
  const { model, baseModel = modelBehind(model) ?? model } = deployment;
  const embedder = EMBEDDERS.find(([begins]) => baseModel.startsWith(begins))?.[1];
  if (!embedder) throw invalid("model", "This model of Bedrock is not known to embed.");
  const { dimensions } = value;
  if (dimensions !== undefined && dimensions !== null && !embedder.takesDimensions && !deployment.dropsParams)
    throw invalid("dimensions", '"dimensions" cannot be used with this model: it has only one.');
  const texts = textsOf(value["input"]);
  const asked = embedder.takesDimensions ? value : { ...value, dimensions: undefined };
  const groups = Array.from({ length: Math.ceil(texts.length / embedder.most) }, (_none, at) =>
    texts.slice(at * embedder.most, (at + 1) * embedder.most),
  );
  return groups.map((group) =>
    bedrockRequest(deployment, "invoke", Buffer.from(JSON.stringify(embedder.write(group, asked)))),
  );
}

function textsOf(input: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(input) ? input : [input];
  const texts = list.filter((one) => typeof one === "string");
  if (texts.length === list.length && texts.length > 0) return texts;
  throw invalid("input", '"input" must be a text or a list of texts for this model: it takes no tokens.');
}

/** The numbers of an answer: of Titan's, of Nova's, and of Cohere's in either of its forms. */
function vectorsIn(answer: JsonObject): number[][] {
  const { embedding, embeddings } = answer;
  if (isVector(embedding)) return [embedding];
  const list: readonly unknown[] = isObject(embeddings) ? listAt(embeddings, "float") : listAt(answer, "embeddings");
  const vectors = list.map((one) => (isObject(one) ? one["embedding"] : one)).filter(isVector);
  if (vectors.length > 0) return vectors;
  throw new GatewayError("upstream_invalid_response", "The upstream's answer has no embedding.");
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}

/** Bedrock says in a header how many tokens it has read, where the model's own answer does not. */
const COUNT = "x-amzn-bedrock-input-token-count";

/** Answers to the requests of one call, as a list of bodies with their counts of tokens. */
function joinParts(parts: readonly AnsweredPart[]): Buffer {
  const pieces = parts.map(({ headers, bytes }) => {
    const tokens = Number(headers[COUNT]);
    return `{"tokens":${Number.isInteger(tokens) && tokens > 0 ? tokens : "null"},"body":${bytes.toString("utf8")}}`;
  });
  return Buffer.from(`{"parts":[${pieces.join(",")}]}`);
}

interface Part {
  readonly body: JsonObject;
  readonly tokens: number | undefined;
}

/** Undefined: no part says how many tokens it has read. */
function usageOf(parts: readonly Part[]): Usage | undefined {
  const counts = parts.map(({ body, tokens }) => numberAt(body, "inputTextTokenCount") ?? tokens ?? 0);
  const promptTokens = counts.reduce((sum, count) => sum + count, 0);
  return promptTokens > 0 ? { ...NO_USAGE, promptTokens } : undefined;
}

function partsIn(bytes: Buffer): Part[] {
  const parts = parseObjectText(bytes.toString("utf8"));
  if (!parts) throw new GatewayError("upstream_invalid_response", "The upstream's answer is not a JSON object.");
  return listAt(parts, "parts")
    .filter(isObject)
    .map((part) => ({ body: isObject(part["body"]) ? part["body"] : {}, tokens: numberAt(part, "tokens") }));
}
