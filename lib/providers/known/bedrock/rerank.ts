import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { Adapter } from "../../adapter";
import { NO_FACTS } from "../../answer-facts";
import { ByteStreamReader } from "../../byte-stream";
import { jsonBody } from "../../call-body";
import { chatClient } from "../../dialects/chat/client/half";
import { readBedrockError } from "../../dialects/converse/upstream/answer";
import { invalid } from "../../form/parameters";
import { listAt, parseObjectText } from "../../json-value";
import { bedrockRequest } from "./door";
import { modelBehind } from "./region";

/** Rerankers on Bedrock, Amazon's and Cohere's (docs.aws.amazon.com/bedrock, "Rerank"). */
export const rerankAdapter: Adapter = {
  rewritesAnswers: true,
  request({ body, deployment }) {
    const { value } = jsonBody(body);
    const { model, baseModel = modelBehind(model) ?? model } = deployment;
    const asked = {
      query: value["query"],
      documents: textsOf(value["documents"]),
      ...(typeof value["top_n"] === "number" && { top_n: value["top_n"] }),
      ...(baseModel.startsWith("cohere.") && { api_version: 2 }),
    };
    return bedrockRequest(deployment, "invoke", Buffer.from(JSON.stringify(asked)));
  },
  answer({ body, startedAt }, bytes) {
    const { value } = jsonBody(body);
    const answer = parseObjectText(bytes.toString("utf8"));
    if (!answer || !Array.isArray(answer["results"]))
      throw new GatewayError("upstream_invalid_response", "The upstream's answer has no results.");
    const documents = listAt(value, "documents");
    const results = listAt(answer, "results")
      .filter(isObject)
      .map(({ index, relevance_score }) => ({
        index,
        relevance_score,
        ...(value["return_documents"] === true &&
          typeof index === "number" && { document: documentOf(documents[index]) }),
      }));
    return {
      body: Buffer.from(JSON.stringify({ id: `gen-${startedAt.toString(36)}`, results, meta: {} })),
      usage: undefined,
      generated: () => 0,
      describe: () => NO_FACTS,
    };
  },
  errorBody: (_call, status, bytes) =>
    Buffer.from(JSON.stringify(chatClient.writeError(readBedrockError(bytes.toString("utf8"), status)))),
  stream: (call) => new ByteStreamReader(call),
};

function textsOf(documents: unknown): string[] {
  const texts = (Array.isArray(documents) ? documents : []).map((one: unknown) => documentOf(one).text);
  const missing = texts.findIndex((text) => typeof text !== "string");
  if (missing === -1) return texts.map(String);
  throw invalid(`documents.${missing}`, `documents.${missing} must be a text, or an object with a text.`);
}

function documentOf(document: unknown): { readonly text: unknown } {
  return { text: isObject(document) ? document["text"] : document };
}
