import { GatewayError } from "@/lib/errors";
import { NO_FACTS } from "../../answer-facts";
import type { Adapter } from "../../adapter";
import { jsonBody } from "../../call-body";
import { dropPaths } from "../../form/dropped-members";
import { checkParameters, invalid, type ParameterTable } from "../../form/parameters";
import { listAt, numberAt, objectAt, parseObjectText, textAt, type JsonObject } from "../../json-value";
import { chatClient } from "../chat/client/half";
import { ByteStreamReader } from "../../byte-stream";
import { cohereDoor } from "./door";
import { readCohereError } from "./upstream/answer";
import { readCohereUsage } from "./usage";

/** What OpenAI's `/embeddings` takes, and what Cohere's own callers add. */
const PARAMETERS: ParameterTable = {
  model: { member: "model", otherwise: "refused", isRequired: true },
  input: { member: "turns", otherwise: "refused", isRequired: true },
  encoding_format: { member: "format", otherwise: "refused" },
  dimensions: { member: "limit", otherwise: "refused" },
  input_type: { member: "format", otherwise: "refused" },
  truncate: { member: "format", otherwise: "refused" },
  user: { otherwise: "dropped" },
};
const CARRIER = {
  carried: {
    model: { as: "model" },
    turns: { as: "texts" },
    format: { as: "input_type" },
    limit: { as: "dimensions" },
  },
  lacks: "Cohere's API has nothing like it.",
};
const USUAL_TYPE = "search_document";

/** `/embeddings` by Cohere's `/v2/embed` (docs.cohere.com/reference/embed). */
export const cohereEmbeddings: Adapter = {
  rewritesAnswers: true,
  request({ body, deployment }) {
    const { value } = jsonBody(body);
    const { model, dropsParams, entry } = deployment;
    const dropped = new Set(checkParameters(value, PARAMETERS, CARRIER, dropsParams));
    const written = Buffer.from(JSON.stringify(writeEmbedRequest(value, model)));
    const paths = entry.gateway_params.additional_drop_params;
    const sent = paths ? dropPaths(written, paths, dropped) : written;
    return { ...cohereDoor(deployment, "/embed"), body: sent, ...(dropped.size > 0 && { dropped: [...dropped] }) };
  },
  answer({ body }, bytes) {
    const answer = parseObjectText(bytes.toString("utf8"));
    if (!answer) throw new GatewayError("upstream_invalid_response", "The upstream's answer is not a JSON object.");
    const vectors = listAt(objectAt(answer, "embeddings"), "float");
    const usage = readCohereUsage(objectAt(answer, "meta"));
    const written = {
      object: "list",
      data: vectors.map((vector, index) => ({
        object: "embedding",
        index,
        embedding: textAt(body.value, "encoding_format") === "base64" ? inBase64(vector) : vector,
      })),
      model: body.model,
      ...(usage && { usage: { prompt_tokens: usage.promptTokens, total_tokens: usage.promptTokens } }),
    };
    return { body: Buffer.from(JSON.stringify(written)), usage, generated: () => 0, describe: () => NO_FACTS };
  },
  errorBody: (_call, status, bytes) =>
    Buffer.from(JSON.stringify(chatClient.writeError(readCohereError(bytes.toString("utf8"), status)))),
  stream: (call) => new ByteStreamReader(call),
};

/** A body of `/v2/embed` for one of `/embeddings`. @throws GatewayError invalid_request that names what is wrong */
function writeEmbedRequest(body: JsonObject, model: string): JsonObject {
  const { input, encoding_format: encoding = "float" } = body;
  const texts = typeof input === "string" ? [input] : input;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string"))
    throw invalid("input", '"input" must be a text or a list of texts: this model cannot read tokens.');
  if (encoding !== "float" && encoding !== "base64")
    throw invalid("encoding_format", '"encoding_format" must be "float" or "base64".');
  const dimensions = numberAt(body, "dimensions");
  return {
    model,
    texts,
    input_type: textAt(body, "input_type") ?? USUAL_TYPE,
    embedding_types: ["float"],
    ...(dimensions !== undefined && { output_dimension: dimensions }),
    ...(body["truncate"] !== undefined && { truncate: body["truncate"] }),
  };
}

/** The numbers as OpenAI's clients ask for them: 32 bits each, the lowest byte first. */
function inBase64(vector: unknown): string {
  const numbers = Array.isArray(vector) ? vector : [];
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, at) => bytes.writeFloatLE(Number(number), at * 4));
  return bytes.toString("base64");
}
