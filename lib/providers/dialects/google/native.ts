import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { Adapter, AdapterCall } from "../../adapter";
import { readAnswerFacts } from "../../answer-facts";
import { jsonBody } from "../../call-body";
import { dropPaths } from "../../form/dropped-members";
import { generatedInAnswer } from "../../generated-length";
import { listAt, parseObjectText, type JsonObject } from "../../json-value";
import type { GoogleDoor, GoogleMethod } from "./door";
import { chargedSearches } from "./grounding";
import { GoogleStreamReader } from "./native-stream";
import { GOOGLE_ROUTES } from "./routes";
import { objectOf } from "./spelling";
import { withoutSeals } from "./thoughts";
import { readGoogleUsage } from "./usage";

const METHODS: ReadonlyMap<string, GoogleMethod> = new Map([
  [GOOGLE_ROUTES.generate, "generateContent"],
  [GOOGLE_ROUTES.stream, "streamGenerateContent"],
  [GOOGLE_ROUTES.count, "countTokens"],
  [GOOGLE_ROUTES.embed, "embedContent"],
  [GOOGLE_ROUTES.embedBatch, "batchEmbedContents"],
]);

/**
 * Passes calls in Google's dialect to an upstream that speaks it. The bytes stay as they are, but for the model and the
 * stream, which the path says.
 */
export function googleNative(door: GoogleDoor): Adapter {
  return {
    request(call) {
      const { path, headers } = door(call.deployment, METHODS.get(call.route) ?? "generateContent");
      const dropped = new Set<string>();
      const paths = call.deployment.entry.gateway_params.additional_drop_params ?? [];
      const body = dropPaths(bytesOf(call), paths, dropped);
      return {
        path,
        headers: { "content-type": "application/json", ...headers },
        body,
        ...(dropped.size > 0 && { dropped: [...dropped] }),
      };
    },
    answer({ route }, bytes) {
      const value = parseObjectText(bytes.toString("utf8"));
      if (!value)
        throw new GatewayError("upstream_invalid_response", `The upstream's answer to ${route} is not a JSON object.`);
      return {
        body: bytes,
        usage: usageOf(route, value),
        generated: () => generatedInAnswer(value),
        describe: () => readAnswerFacts(value),
      };
    },
    errorBody: (_call, _status, bytes) => bytes,
    stream: () => new GoogleStreamReader(),
  };
}

/** Counting is free. */
function usageOf(route: string, value: JsonObject): Usage | undefined {
  return route === GOOGLE_ROUTES.count ? NO_USAGE : readGoogleUsage(value["usageMetadata"], chargedSearches(value));
}

/** What the gateway has written into the body of a path, so that all else can read it there. */
const OF_PATH = ["model", "stream"];

function bytesOf({ route, body, deployment }: AdapterCall): Buffer {
  const { bytes, value } = jsonBody(body);
  const plain = withoutSeals(dropPaths(bytes, OF_PATH, new Set()));
  const model = `models/${deployment.model}`;
  const named = withModel(route, value, deployment.provider === "vertex_ai" ? undefined : model);
  return named ? Buffer.from(JSON.stringify(named)) : plain;
}

/**
 * A body that names the model once more, inside; undefined: it does not. Vertex AI has no such bodies, and counts what
 * is asked for itself (`model` undefined).
 */
function withModel(
  route: string,
  { stream: _stream, model: _model, ...value }: JsonObject,
  model: string | undefined,
): JsonObject | undefined {
  switch (route) {
    case GOOGLE_ROUTES.embed:
      return { ...value, model };
    case GOOGLE_ROUTES.embedBatch:
      return { ...value, requests: listAt(value, "requests").map((one) => (isObject(one) ? { ...one, model } : one)) };
    case GOOGLE_ROUTES.count: {
      const { generateContentRequest: camel, generate_content_request: snake, ...others } = value;
      if (camel === undefined && snake === undefined) return undefined;
      const { model: _inner, ...request } = objectOf(value, "generateContentRequest");
      return model === undefined
        ? { ...others, ...request }
        : { ...others, generateContentRequest: { ...request, model } };
    }
    default:
      return undefined;
  }
}
