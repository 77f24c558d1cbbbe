import type { Adapter, AdapterCall, StreamReader, UpstreamRequest } from "./adapter";
import type { CallBody } from "./call-body";
import { estimateUsage } from "./estimate-usage";
import { readAnswerUsage } from "./openai-answer";
import { withMembers } from "./model-body";
import { formBody, formType } from "./model-form";
import { modelRoute } from "./model-routes";
import { OpenAiStreamReader } from "./openai-stream";

/**
 * Calls in the OpenAI dialect to an upstream that speaks it: bytes in, bytes out. Nothing is changed but the model's
 * name and, for a stream, the request for its usage.
 */
export const openAiAdapter: Adapter = {
  request(call) {
    return openAiRequest(call, call.deployment.basePath + call.route);
  },
  answer({ route }, bytes) {
    return { body: bytes, usage: readAnswerUsage(route, bytes) };
  },
  refusal(_call, _status, bytes) {
    return bytes;
  },
  stream({ route, body }): StreamReader {
    const { completionTokens, characters } = estimateUsage(route, body, 0, 0);
    const counted = route === "/audio/speech" ? { completionTokens, characters } : {};
    return new OpenAiStreamReader({ dialect: modelRoute(route)?.stream ?? "completions", hidesUsage: asksForUsage(route, body), counted });
  },
};

/** The same to another path, for upstreams that only name their routes differently. */
export function openAiRequest(call: AdapterCall, path: string): UpstreamRequest {
  const { apiKey } = call.deployment;
  return {
    path,
    headers: { "content-type": openAiType(call), ...(apiKey && { authorization: `Bearer ${apiKey.reveal()}` }) },
    body: openAiBody(call),
  };
}

/** The content type of what `openAiBody` gives. */
export function openAiType({ body }: AdapterCall): string {
  return body.kind === "form" ? formType(body) : "application/json";
}

/** The caller's body with the upstream's name of the model. */
export function openAiBody({ route, body, deployment }: AdapterCall): UpstreamRequest["body"] {
  if (body.kind === "form") return formBody(body, new Map([["model", deployment.model]]));
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
function asksForUsage(route: string, { stream, value }: CallBody): boolean {
  if (!stream || !ASKED_FOR_USAGE.has(route)) return false;
  const options = value["stream_options"];
  return !(typeof options === "object" && options !== null && Reflect.get(options, "include_usage") === true);
}
