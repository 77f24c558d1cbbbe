import { textAt, type JsonObject } from "../../json-value";

/**
 * The status that an exception within a stream means, by its name without case and ending (docs.aws.amazon.com/bedrock,
 * Converse stream, "Errors"). Those that a model or its server has caused say so, although as answers some have 4xx.
 */
const STATUSES: Readonly<Record<string, number>> = {
  accessdenied: 403,
  conflict: 400,
  expiredtoken: 403,
  internalserver: 500,
  modelerror: 502,
  modelnotready: 503,
  modelstreamerror: 502,
  modeltimeout: 504,
  resourcenotfound: 404,
  servicequotaexceeded: 429,
  serviceunavailable: 503,
  throttling: 429,
  unrecognizedclient: 403,
  validation: 400,
};
const UNKNOWN = 502;

/** The status of an exception, such as `throttlingException`. */
export function exceptionStatus(name: string): number {
  const kind = name.toLowerCase();
  return STATUSES[kind.endsWith("exception") ? kind.slice(0, -"exception".length) : kind] ?? UNKNOWN;
}

/** What an exception says. Some repeat what the model's own server has said. */
export function exceptionMessage(payload: JsonObject): string | undefined {
  return textAt(payload, "message") ?? textAt(payload, "Message") ?? textAt(payload, "originalMessage");
}
