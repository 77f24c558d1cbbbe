import { GatewayError } from "@/lib/errors";
import type { Usage } from "@/lib/usage";
import type { Adapter, AdapterCall, StreamReader, UpstreamRequest } from "./adapter";
import { withMembers, type ModelBody } from "./model-body";
import { OpenAiStreamReader } from "./openai-stream";
import { readOpenAiUsage } from "./openai-usage";

/**
 * Calls in the OpenAI dialect to an upstream that speaks it: bytes in, bytes out. Nothing is changed but the model's
 * name and, for a stream, the request for its usage.
 */
export const openAiAdapter: Adapter = {
  request(call) {
    return openAiRequest(call, call.deployment.basePath + call.route);
  },
  answer({ route }, bytes) {
    return { body: bytes, usage: readAnswer(route, bytes) };
  },
  refusal(_call, _status, bytes) {
    return bytes;
  },
  stream({ route, body }): StreamReader {
    return new OpenAiStreamReader({ dialect: route === "/responses" ? "responses" : "completions", hidesUsage: asksForUsage(route, body) });
  },
};

/** The same to another path, for upstreams that only name their routes differently. */
export function openAiRequest(call: AdapterCall, path: string): UpstreamRequest {
  const { apiKey } = call.deployment;
  return {
    path,
    headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey.reveal()}` }) },
    body: openAiBody(call),
  };
}

/** The caller's body with the upstream's name of the model. */
export function openAiBody({ route, body, deployment }: AdapterCall): Buffer {
  const replacements: Record<string, unknown> = {};
  if (deployment.model !== body.model) replacements["model"] = deployment.model;
  if (asksForUsage(route, body)) {
    const options = body.value["stream_options"];
    replacements["stream_options"] = { ...(typeof options === "object" ? options : undefined), include_usage: true };
  }
  return Object.keys(replacements).length === 0 ? body.bytes : withMembers(body, replacements);
}

/** The routes whose streams report usage only to those who ask (OpenAI API reference, `stream_options`). */
const ASKED_FOR_USAGE: ReadonlySet<string> = new Set(["/chat/completions", "/completions"]);

/** Whether the gateway asks for a usage that its caller has not asked for; without it a stream could only be estimated. */
function asksForUsage(route: string, { stream, value }: ModelBody): boolean {
  if (!stream || !ASKED_FOR_USAGE.has(route)) return false;
  const options = value["stream_options"];
  return !(typeof options === "object" && options !== null && Reflect.get(options, "include_usage") === true);
}

/** @throws GatewayError upstream_invalid_response: passed on, half an answer would look like a whole one */
function readAnswer(route: string, bytes: Buffer): Usage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new GatewayError("upstream_invalid_response", "The upstream's answer is not valid JSON.", { cause });
  }
  if (typeof value !== "object" || value === null) {
    throw new GatewayError("upstream_invalid_response", `The upstream's answer to ${route} is not a JSON object.`);
  }
  return readOpenAiUsage(Reflect.get(value, "usage"));
}
