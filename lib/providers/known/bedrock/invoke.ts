import { anthropicErrorType } from "@/lib/anthropic-error-type";
import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import type { Adapter, AdapterCall } from "../../adapter";
import { NO_FACTS } from "../../answer-facts";
import { jsonBody } from "../../call-body";
import type { Deployment } from "../../deployment";
import { timesBedrockCache } from "../../dialects/converse/cache-time";
import { exceptionMessage, exceptionStatus } from "../../dialects/converse/exceptions";
import { AMAZON_STREAM, AmazonFrameReader } from "../../dialects/converse/framing";
import { readBedrockError } from "../../dialects/converse/upstream/answer";
import { CACHE_TIMES, cloudBody, withCloudMarks } from "../../dialects/messages/cloud-body";
import { messagesClient } from "../../dialects/messages/client/half";
import { anthropicAdapter } from "../../dialects/messages/native";
import { messagesUpstream } from "../../dialects/messages/upstream/half";
import { dropPaths } from "../../form/dropped-members";
import type { UpstreamHalf } from "../../form/halves";
import { numberAt, parseObjectText, textAt } from "../../json-value";
import { askedBetas, takenBetas } from "../../dialects/messages/taken-betas";
import { BEDROCK_BETAS } from "./betas";
import { bedrockRequest, bedrockRequestFor } from "./door";
import { foundationModel } from "./region";

/** The version of Anthropic's API that Bedrock's bodies name. */
const VERSION = "bedrock-2023-05-31";

const SAID_BY_PATH: readonly string[] = ["model", "stream"];

/** Anthropic's events, which Bedrock wraps in frames of its own. */
const invokeFraming = {
  contentType: AMAZON_STREAM,
  open: () =>
    new AmazonFrameReader((kind, payload, isException) => {
      const value = parseObjectText(payload.toString("utf8")) ?? {};
      if (isException) return errorEvent(kind, exceptionMessage(value));
      const data = Buffer.from(textAt(value, "bytes") ?? "", "base64").toString("utf8");
      const type = textAt(parseObjectText(data) ?? {}, "type");
      return type === undefined ? "" : `event: ${type}\ndata: ${data.replaceAll(/[\r\n]/g, " ")}\n\n`;
    }),
};

function errorEvent(kind: string, message = "The model's stream broke."): string {
  const status = exceptionStatus(kind);
  const error = { type: anthropicErrorType(status), message, status };
  return `event: error\ndata: ${JSON.stringify({ type: "error", error })}\n\n`;
}

/** Passes calls in Anthropic's dialect to Claude on Bedrock, whose bodies are Anthropic's own. */
export const invokeAdapter: Adapter = {
  ...anthropicAdapter,
  framing: invokeFraming,
  request(call) {
    const { stream } = call.body;
    const dropped = new Set<string>();
    const body = invokeBody(call, dropped);
    const sent = bedrockRequest(call.deployment, stream ? "invoke-with-response-stream" : "invoke", body);
    return dropped.size > 0 ? { ...sent, dropped: [...dropped] } : sent;
  },
  errorBody,
};

/** Counts without charging for it (docs.aws.amazon.com/bedrock, CountTokens). It takes no inference profiles. */
export const countAdapter: Adapter = {
  ...anthropicAdapter,
  request(call) {
    const { deployment } = call;
    const { model, baseModel = model } = deployment;
    const dropped = new Set<string>();
    const body = invokeBody(call, dropped);
    const counted = jsonBody(call.body).outline["max_tokens"] === undefined ? withFirst(body, { max_tokens: 1 }) : body;
    const asked = Buffer.from(JSON.stringify({ input: { invokeModel: { body: counted.toString("base64") } } }));
    const sent = bedrockRequestFor(deployment, foundationModel(baseModel), "count-tokens", asked);
    return dropped.size > 0 ? { ...sent, dropped: [...dropped] } : sent;
  },
  answer(_call, bytes) {
    const counted = numberAt(parseObjectText(bytes.toString("utf8")) ?? {}, "inputTokens");
    if (counted === undefined)
      throw new GatewayError("upstream_invalid_response", "The upstream's answer has no number of tokens.");
    const body = Buffer.from(JSON.stringify({ input_tokens: counted }));
    return { body, usage: NO_USAGE, generated: () => 0, describe: () => NO_FACTS };
  },
  errorBody,
};

/** Claude on Bedrock by InvokeModel, for callers of other dialects. */
export const invokeUpstream: UpstreamHalf = {
  ...messagesUpstream,
  framing: invokeFraming,
  writeRequest(request, target, writing) {
    const { baseModel = target.model } = target;
    const written = messagesUpstream.writeRequest(request, { ...target, model: baseModel }, writing);
    const { model: _model, stream: _stream, ...body } = written;
    return { anthropic_version: VERSION, ...body };
  },
  send(deployment, body, isStreamed) {
    const dropped = new Set<string>();
    const sent = withCloudMarks(body, dropped, refusedTimes(deployment));
    const action = isStreamed ? "invoke-with-response-stream" : "invoke";
    return { ...bedrockRequest(deployment, action, sent), ...(dropped.size > 0 && { dropped: [...dropped] }) };
  },
  readError: readBedrockError,
};

function errorBody(_call: AdapterCall, status: number, bytes: Buffer): Buffer {
  return Buffer.from(JSON.stringify(messagesClient.writeError(readBedrockError(bytes.toString("utf8"), status))));
}

/**
 * The caller's body as InvokeModel takes it: without what the path says, with the version of the API and those betas
 * that Bedrock takes, of the header and the body. All other bytes stay as they came.
 */
function invokeBody({ body, deployment, beta }: AdapterCall, dropped: Set<string>): Buffer {
  const { bytes, outline } = jsonBody(body);
  const barred = deployment.entry.gateway_params.additional_drop_params;
  const asked = askedBetas(beta, outline, barred);
  const said = asked.areInBody ? [...SAID_BY_PATH, "anthropic_beta"] : SAID_BY_PATH;
  const times = bytes.includes('"ttl"') ? refusedTimes(deployment) : [];
  const left = dropPaths(cloudBody(bytes, outline, [...(barred ?? []), ...times], dropped), said, new Set());
  const betas = takenBetas(BEDROCK_BETAS, asked.betas, dropped);
  return withFirst(left, {
    ...(outline["anthropic_version"] === undefined && { anthropic_version: VERSION }),
    ...(betas.length > 0 && { anthropic_beta: betas }),
  });
}

function refusedTimes({ model, baseModel = model }: Pick<Deployment, "model" | "baseModel">): readonly string[] {
  return timesBedrockCache(baseModel) ? [] : CACHE_TIMES;
}

/** The bytes of a JSON object that has members, with further ones before them. */
function withFirst(bytes: Buffer, members: object): Buffer {
  const written = JSON.stringify(members).slice(1, -1);
  if (written === "") return bytes;
  const opening = bytes.indexOf("{") + 1;
  return Buffer.concat([Buffer.from(`{${written},`), bytes.subarray(opening)]);
}
