import type { UpstreamHead } from "./exchange";

/**
 * Where upstreams put their own id of a request, which their support asks for. The first that is there counts: some
 * gateways before an upstream add one of their own beside it.
 */
const REQUEST_ID_HEADERS = [
  "x-request-id", // OpenAI, Mistral, Groq, xAI, vLLM
  "request-id", // Anthropic
  "apim-request-id", // Azure
  "x-amzn-requestid", // AWS Bedrock
  "x-amzn-request-id",
  "x-amz-request-id",
  "x-goog-request-id",
  "x-oracle-request-id",
  "opc-request-id",
  "x-ms-request-id",
  "x-debug-trace-id", // Cohere
  "cf-ray",
] as const;

/** What an upstream sends is not trusted: it goes to the caller, into the log and the database. */
const REQUEST_ID = /^[\x21-\x7e]{1,256}$/;

/** The upstream's own id of a request; null if its answer has none that is usable. */
export function upstreamRequestId(headers: UpstreamHead["headers"]): string | null {
  for (const name of REQUEST_ID_HEADERS) {
    const id = headers[name];
    if (typeof id === "string" && REQUEST_ID.test(id)) return id;
  }
  return null;
}
