import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import type { Adapter } from "../../adapter";
import { NO_FACTS } from "../../answer-facts";
import { exactValue } from "../../call-body";
import { ExactNumbers } from "../../exact-numbers";
import { invalid } from "../../form/parameters";
import { translateRequest } from "../../form/translated";
import { numberAt, parseObjectText, type JsonObject } from "../../json-value";
import { anthropicHeaders, anthropicPath } from "./door";
import { AnthropicStreamReader } from "./native-stream";
import { messagesUpstream } from "./upstream/half";
import { writeCount, writeGoogleError } from "../google/client/answer";
import { googleClient } from "../google/client/half";
import { member, objectOf } from "../google/spelling";

/** What Anthropic's `/messages/count_tokens` takes (platform.claude.com/docs/en/api/messages-count-tokens). */
const COUNTED = ["model", "messages", "system", "tools", "tool_choice", "thinking", "output_config", "cache_control"];

/** `countTokens` at an upstream of Anthropic's, which counts without charging for it. */
export const countOverMessages: Adapter = {
  rewritesAnswers: true,
  request({ body, deployment }) {
    const exact = new ExactNumbers();
    const asked = countedRequest(exactValue(body, exact), body.model);
    const written = translateRequest(googleClient, messagesUpstream, asked, deployment, { exact });
    const sent = Object.fromEntries(COUNTED.flatMap((name) => (name in written ? [[name, written[name]]] : [])));
    return {
      path: anthropicPath(deployment, "/messages/count_tokens"),
      headers: anthropicHeaders(deployment),
      body: Buffer.from(exact.restore(JSON.stringify(sent))),
    };
  },
  answer(_call, bytes) {
    const counted = numberAt(parseObjectText(bytes.toString("utf8")) ?? {}, "input_tokens");
    if (counted === undefined)
      throw new GatewayError("upstream_invalid_response", "The upstream's answer has no number of tokens.");
    return {
      body: Buffer.from(JSON.stringify(writeCount(counted))),
      usage: NO_USAGE,
      generated: () => 0,
      describe: () => NO_FACTS,
    };
  },
  errorBody: (_call, status, bytes) =>
    Buffer.from(JSON.stringify(writeGoogleError(messagesUpstream.readError(bytes.toString("utf8"), status)))),
  stream: () => new AnthropicStreamReader(),
};

/**
 * What is to be counted: the contents, or a whole request as for `generateContent`. @throws GatewayError
 * invalid_request
 */
function countedRequest(body: JsonObject, model: string): JsonObject {
  if (member(body, "generateContentRequest") === undefined) return body;
  const request = objectOf(body, "generateContentRequest");
  const named = request["model"] ?? model;
  if (named !== model && named !== `models/${model}`)
    throw invalid("generateContentRequest.model", "generateContentRequest.model must be the model of the path.");
  return { ...request, model };
}
