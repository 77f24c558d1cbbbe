import { isObject } from "@/lib/is-object";
import type { Refusal, RefusedAnswer } from "../../known/provider";
import { listAt, textAt, type JsonObject } from "../../json-value";
import { readErrorObject } from "./upstream/answer";

/** A pause as Google writes it: `34.07s`. */
const PAUSE = /^(\d{1,6}(?:\.\d{1,9})?)s$/;

/**
 * What a refusal of Google's says beyond its status (cloud.google.com/apis/design/errors). A key that Google does not
 * know is 400, like a fault of the caller's, and so is an account that may not be used where the gateway stands.
 */
export function googleRefusal({ status, body }: Pick<RefusedAnswer, "status" | "body">): Refusal | undefined {
  const error = readErrorObject(body.toString("utf8"));
  const details = listAt(error, "details").filter(isObject);
  const says = saysOf(status, error, details);
  const retryAfterMs = pauseOf(details);
  if (says === undefined && retryAfterMs === undefined) return undefined;
  return { ...(says && { says }), ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** What Google says in `reason` of a key that it does not take. */
const OF_KEYS: ReadonlySet<unknown> = new Set(["API_KEY_INVALID", "API_KEY_EXPIRED", "API_KEY_SERVICE_BLOCKED"]);

function saysOf(status: number, error: JsonObject, details: readonly JsonObject[]): Refusal["says"] {
  if (details.some(({ reason }) => OF_KEYS.has(reason))) return "access";
  if (status === 400 && error["status"] === "FAILED_PRECONDITION") return "access";
  return status === 404 && error["status"] === "NOT_FOUND" ? "retired" : undefined;
}

/** The pause of a `google.rpc.RetryInfo`, in milliseconds. */
function pauseOf(details: readonly JsonObject[]): number | undefined {
  const info = details.find((one) => textAt(one, "@type")?.endsWith("google.rpc.RetryInfo"));
  const [, seconds] = PAUSE.exec((info && textAt(info, "retryDelay")) ?? "") ?? [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}
