import { objectAt, textAt, type JsonObject } from "@/lib/providers/json-value";
import type { RpcError } from "../message";
import type { Era } from "../protocol";

/** The question among those of a result to which the user's connection is the answer. */
const QUESTION = "model-gateway/connect";
/** Results that may ask the caller for input before they are complete (2026-07-28). */
const ASKING: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);
/** URL_ELICITATION_REQUIRED, of 2025-11-25 alone. */
const URL_REQUIRED = -32042;
const URL_VERSION = "2025-11-25";
/** As every refusal of the gateway. */
const NOT_ALLOWED = -31001;

/** Who is told, and for which request. */
export interface ToldCaller {
  readonly era: Era;
  /** Of a session of the legacy era. */
  readonly version: string | undefined;
  readonly capabilities: JsonObject;
  readonly method: string;
  readonly params: JsonObject;
}

/** Where the user connects. */
export interface ConnectionPage {
  readonly server: string;
  /** Undefined: the gateway serves no console. */
  readonly url: string | undefined;
  /** Names this question. */
  readonly id: string;
}

/**
 * How a caller is told that its user must connect to a server first: by URL elicitation where its client knows that,
 * otherwise in words.
 */
export function connectionQuestion(
  { era, version, capabilities, method, params }: ToldCaller,
  { server, url, id }: ConnectionPage,
): { readonly result: JsonObject } | { readonly error: RpcError } {
  const message = `Connect the gateway to ${JSON.stringify(server)} in your name, then ask again.`;
  const opensPages = url !== undefined && objectAt(capabilities, "elicitation")["url"] !== undefined;
  const question = { mode: "url", elicitationId: id, url, message };
  if (opensPages && era === "modern" && ASKING.has(method) && !isDeclined(params))
    return {
      result: {
        resultType: "input_required",
        inputRequests: { [QUESTION]: { method: "elicitation/create", params: question } },
      },
    };
  if (opensPages && era === "legacy" && version === URL_VERSION)
    return { error: { code: URL_REQUIRED, message, data: { elicitations: [question] } } };
  const text =
    url === undefined
      ? `${message} This gateway serves no console where you could: ask its administrators.`
      : `${message} The page for it is ${url}`;
  return method === "tools/call"
    ? { result: { content: [{ type: "text", text }], isError: true } }
    : { error: { code: NOT_ALLOWED, message: text, data: { code: "connection_required", ...(url && { url }) } } };
}

/** Whether the user has been asked, and does not want to. */
function isDeclined(params: JsonObject): boolean {
  const action = textAt(objectAt(objectAt(params, "inputResponses"), QUESTION), "action");
  return action !== undefined && action !== "accept";
}

/** Parameters without the answer to the gateway's own question, which the server does not know. */
export function withoutConnectionAnswer(params: JsonObject): JsonObject {
  if (params["inputResponses"] === undefined) return params;
  const { [QUESTION]: own, ...others } = objectAt(params, "inputResponses");
  if (own === undefined) return params;
  const { inputResponses: _, ...rest } = params;
  return Object.keys(others).length === 0 ? rest : { ...rest, inputResponses: others };
}
