import { wholeBytes } from "@/lib/http/pieces";
import type { Adapter, AdapterCall, Door, StreamReader, UpstreamRequest } from "./adapter";
import { readAnswerFacts } from "./answer-facts";
import type { Deployment } from "./deployment";
import { withPlainIds } from "./form/call-id";
import { dropPaths } from "./form/dropped-members";
import { keptIds } from "./kept-state";
import { estimateUsage } from "./estimate-usage";
import { generatedInAnswer } from "./generated-length";
import { readAnswer, readAnswerUsage, withoutByteOrderMark } from "./openai-answer";
import { piecesWith, withMembers } from "./model-body";
import { formBody, formType } from "./model-form";
import { modelRoute } from "./model-routes";
import { OpenAiStreamReader } from "./openai-stream";

/**
 * Passes calls in OpenAI's dialect to an upstream that speaks it. The bytes stay as they are, except for the model's
 * name and, for a stream, the request for its usage.
 */
export const openAiAdapter: Adapter = {
  door: openAiDoor,
  request(call) {
    const { path, headers } = openAiDoor(call.deployment, call.route);
    return { path, headers: { "content-type": openAiType(call), ...headers }, ...openAiBody(call) };
  },
  answer({ route }, bytes) {
    const body = withoutByteOrderMark(bytes);
    const answer = readAnswer(route, body);
    return {
      body,
      usage: readAnswerUsage(route, answer),
      generated: () => generatedInAnswer(answer),
      describe: () => readAnswerFacts(answer),
      ...(route === "/responses" && { kept: () => keptIds(answer) }),
    };
  },
  errorBody(_call, _status, bytes) {
    return bytes;
  },
  stream(call): StreamReader {
    const { route, body } = call;
    const { completionTokens, characters } = estimateUsage(route, body, 0, 0);
    const asked = body.kind === "json" ? body.outline["n"] : Number(body.value["n"] ?? 1);
    const counted = route === "/audio/speech" ? { completionTokens, characters } : {};
    return new OpenAiStreamReader({
      dialect: modelRoute(route)?.stream ?? "completions",
      hidesUsage: asksForUsage(call),
      counted,
      ...(typeof asked === "number" && asked > 0 && { images: asked }),
    });
  },
};

/** The same adapter at the addresses, and with the headers, that another door has. */
export function withDoor(adapter: Adapter, door: (deployment: Deployment, route: string) => Door): Adapter {
  return {
    ...adapter,
    door,
    request(call) {
      const { path, headers } = door(call.deployment, call.route);
      return { path, headers: { "content-type": openAiType(call), ...headers }, ...openAiBody(call) };
    },
  };
}

/** Where a route is asked of, and with which key. */
export function openAiDoor({ basePath, apiKey }: Deployment, route: string): Door {
  return { path: basePath + route, headers: apiKey ? { authorization: `Bearer ${apiKey.reveal()}` } : {} };
}

/** The content type of the body that `openAiBody` returns. */
function openAiType({ body }: AdapterCall): string {
  return body.kind === "form" ? formType(body) : "application/json";
}

/** The caller's body with the upstream's name of the model, and without what the entry drops. */
function openAiBody(call: AdapterCall): Pick<UpstreamRequest, "body" | "dropped"> {
  const paths = call.deployment.entry.gateway_params.additional_drop_params;
  if (!paths) return { body: bodyOf(call) };
  const dropped = new Set<string>();
  const body = bodyOf(call, new Set(paths), dropped);
  const bytes = call.body.kind === "json" ? wholeBytes(body) : undefined;
  return {
    body: bytes ? dropPaths(bytes, paths, dropped) : body,
    ...(dropped.size > 0 && { dropped: [...dropped] }),
  };
}

const NOTHING_BARRED: ReadonlySet<string> = new Set();

/** `barred`: the fields that a form loses, of which `dropped` gets those that it is known to have. */
function bodyOf(call: AdapterCall, barred = NOTHING_BARRED, dropped?: Set<string>): UpstreamRequest["body"] {
  const { body, deployment } = call;
  if (body.kind === "form") {
    for (const name of barred) if (body.value[name] !== undefined) dropped?.add(name);
    return formBody(body, new Map([["model", deployment.model]]), barred);
  }
  const replacements: Record<string, unknown> = {};
  if (deployment.model !== body.model) replacements["model"] = deployment.model;
  if (asksForUsage(call)) {
    const options = body.outline["stream_options"];
    replacements["stream_options"] = { ...(typeof options === "object" ? options : undefined), include_usage: true };
  }
  if (body.members.has("tools")) return withPlainIds(withMembers(body, replacements));
  return Object.keys(replacements).length === 0 ? body.bytes : piecesWith(body, replacements);
}

/** The routes whose streams report usage only on request (OpenAI API reference, `stream_options`). */
const ASKED_FOR_USAGE: ReadonlySet<string> = new Set(["/chat/completions", "/completions"]);

const ASKING: ReadonlySet<string> = new Set(["stream_options", "stream_options.include_usage"]);

/** Whether the gateway requests the usage although its caller did not: otherwise it could only be estimated. */
function asksForUsage({ route, body: { stream, outline }, deployment: { habits, entry } }: AdapterCall): boolean {
  if (!stream || !ASKED_FOR_USAGE.has(route) || habits?.reportsUsageUnasked) return false;
  if (entry.gateway_params.additional_drop_params?.some((path) => ASKING.has(path))) return false;
  const options = outline["stream_options"];
  return !(typeof options === "object" && options !== null && Reflect.get(options, "include_usage") === true);
}
