import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import type { Adapter } from "../../adapter";
import { readAnswerFacts } from "../../answer-facts";
import { generatedInAnswer } from "../../generated-length";
import { jsonBody } from "../../call-body";
import { parseObjectText } from "../../json-value";
import { withPlainIds } from "../../form/call-id";
import { dropPaths } from "../../form/dropped-members";
import { withMembers } from "../../model-body";
import { anthropicHeaders, anthropicPath } from "./door";
import { withoutOthersBlocks } from "./others-blocks";
import { AnthropicStreamReader } from "./native-stream";
import { readAnthropicUsage } from "./usage";

/**
 * Passes calls in Anthropic's dialect to an upstream that speaks it. The bytes stay as they are, except for the model's
 * name and for what only another provider can read.
 */
export const anthropicAdapter: Adapter = {
  request({ route, body: sent, deployment }) {
    const body = jsonBody(sent);
    const named = deployment.model === body.model ? body.bytes : withMembers(body, { model: deployment.model });
    const own = withoutOthersBlocks(named);
    const bytes = body.members.has("tools") ? withPlainIds(own) : own;
    const path = anthropicPath(deployment, route);
    const headers = anthropicHeaders(deployment);
    const paths = deployment.entry.gateway_params.additional_drop_params;
    if (!paths) return { path, headers, body: bytes };
    const dropped = new Set<string>();
    const left = dropPaths(bytes, paths, dropped);
    return { path, headers, body: left, ...(dropped.size > 0 && { dropped: [...dropped] }) };
  },
  answer({ route }, bytes) {
    const value = parseObjectText(bytes.toString("utf8"));
    if (!value)
      throw new GatewayError("upstream_invalid_response", `The upstream's answer to ${route} is not a JSON object.`);
    return {
      body: bytes,
      usage: route === "/messages" ? readAnthropicUsage(value["usage"]) : NO_USAGE,
      generated: () => generatedInAnswer(value),
      describe: () => readAnswerFacts(value),
    };
  },
  errorBody(_call, _status, bytes) {
    return bytes;
  },
  stream() {
    return new AnthropicStreamReader();
  },
};
