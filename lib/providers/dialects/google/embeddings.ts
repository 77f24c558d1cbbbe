import { isObject } from "@/lib/is-object";
import type { Adapter, AdapterCall } from "../../adapter";
import { GOOGLE_ROUTES } from "./routes";
import { jsonBody } from "../../call-body";
import { invalid } from "../../form/parameters";
import { listAt, parseObjectText, type JsonObject } from "../../json-value";
import { readModelBody } from "../../model-body";
import { readChatError } from "../chat/upstream/answer";
import { writeGoogleError } from "./client/answer";
import { partsOf, readContent } from "./client/content";
import { camelCase, listOf, member, numberOf } from "./spelling";

/** What a request for one embedding may hold; all but the content and the dimensions are hints. */
const MEMBERS: ReadonlySet<string> = new Set([
  "model",
  "content",
  "outputDimensionality",
  "taskType",
  "title",
  "autoTruncate",
]);

/** `embedContent` and `batchEmbedContents` at an upstream that has `/embeddings`, which `native` asks. */
export function embeddingsOver(native: Adapter): Adapter {
  const { split } = native;
  return {
    rewritesAnswers: true,
    request: (call) => native.request(asEmbeddings(call)),
    ...(split && { split: { ...split, requests: (call) => split.requests(asEmbeddings(call)) } }),
    answer(call, bytes) {
      const answer = native.answer({ ...call, route: "/embeddings" }, bytes);
      const value = parseObjectText(answer.body.toString("utf8")) ?? {};
      const embeddings = listAt(value, "data").filter(isObject).map(readEmbedding);
      const written =
        call.route === GOOGLE_ROUTES.embed ? { embedding: embeddings[0] ?? { values: [] } } : { embeddings };
      const usageMetadata = answer.usage && { promptTokenCount: answer.usage.promptTokens };
      return { ...answer, body: Buffer.from(JSON.stringify({ ...written, ...(usageMetadata && { usageMetadata }) })) };
    },
    errorBody(call, status, bytes) {
      const written = native.errorBody({ ...call, route: "/embeddings" }, status, bytes);
      return Buffer.from(JSON.stringify(writeGoogleError(readChatError(written.toString("utf8"), status))));
    },
    stream: (call) => native.stream({ ...call, route: "/embeddings" }),
  };
}

function asEmbeddings(call: AdapterCall): AdapterCall {
  const { model, value } = jsonBody(call.body);
  const body = writeEmbeddingsRequest(call.route, value, model);
  return { ...call, route: "/embeddings", body: readModelBody(Buffer.from(JSON.stringify(body))) };
}

/**
 * A body of `/embeddings` for a body of `embedContent` or `batchEmbedContents`. @throws GatewayError invalid_request
 * that names what cannot be embedded
 */
export function writeEmbeddingsRequest(route: string, body: JsonObject, model: string): JsonObject {
  const requests = route === GOOGLE_ROUTES.embed ? [{ request: body, at: "" }] : batched(body);
  const read = requests.map(({ request, at }) => readOne(request, at, model));
  const [first] = read;
  const other = read.findIndex(({ dimensions }) => dimensions !== first?.dimensions);
  if (!first) throw invalid("requests", '"requests" must be a list of at least one request.');
  if (other !== -1)
    throw invalid(
      `requests.${other}.outputDimensionality`,
      `requests.${other}.outputDimensionality must be the same in all requests.`,
    );
  return {
    model,
    input: read.map(({ text }) => text),
    ...(first.dimensions !== undefined && { dimensions: first.dimensions }),
    encoding_format: "float",
  };
}

function batched(body: JsonObject): { readonly request: JsonObject; readonly at: string }[] {
  const unknown = Object.keys(body).find((name) => name !== "model" && name !== "requests");
  if (unknown !== undefined) throw unusable(unknown);
  return listOf(body, "requests").map((request, index) => {
    if (!isObject(request)) throw invalid(`requests.${index}`, `requests.${index} must be a request.`);
    return { request, at: `requests.${index}.` };
  });
}

function readOne(
  request: JsonObject,
  at: string,
  model: string,
): { readonly text: string; readonly dimensions: number | undefined } {
  const unknown = Object.keys(request).find((name) => !MEMBERS.has(camelCase(name)));
  if (unknown !== undefined) throw unusable(at + unknown);
  const named = request["model"] ?? model;
  if (named !== model && named !== `models/${model}`)
    throw invalid(`${at}model`, `${at}model must be the model of the path.`);
  const texts = partsOf(member(request, "content"), `${at}content`).map(({ part, at: path }) => {
    const read = readContent(part, path);
    if (read?.kind === "text") return read.text;
    throw invalid(path, `${path}: only text can be embedded by this model.`);
  });
  if (texts.length === 0) throw invalid(`${at}content`, `${at}content must have a part with a text.`);
  return { text: texts.join(""), dimensions: numberOf(request, "outputDimensionality") };
}

function unusable(name: string): Error {
  const shown = name.slice(0, 60);
  return invalid(shown, `"${shown}" cannot be used with this model: its provider's API has nothing like it.`);
}

/** Some upstreams send the numbers in base64, whatever they were asked for. */
function readEmbedding({ embedding }: JsonObject): { readonly values: readonly unknown[] } {
  if (Array.isArray(embedding)) return { values: embedding };
  if (typeof embedding !== "string") return { values: [] };
  const bytes = Buffer.from(embedding, "base64");
  return { values: Array.from({ length: Math.floor(bytes.length / 4) }, (_none, at) => bytes.readFloatLE(at * 4)) };
}
