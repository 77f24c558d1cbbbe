import { isObject } from "@/lib/is-object";
import type { AdapterCall } from "./adapter";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "./json-value";

/** Members of `/responses` that name what an earlier call has stored (OpenAI API reference, create a response). */
const NAMES_OF_STATE: readonly string[] = ["previous_response_id", "conversation"];

/** Bytes. A refusal is shorter. */
const LONGEST_REFUSAL = 16 * 1024;

/**
 * Whether an upstream refuses a call because it does not have the response, conversation or thread that the call
 * continues. Only the account that stored it can continue it, and other deployments may be other accounts.
 */
export function lacksKeptState(
  { route, body }: Pick<AdapterCall, "route"> & { readonly body: Pick<AdapterCall["body"], "value"> },
  status: number,
  answer: Buffer,
): boolean {
  if ((status !== 400 && status !== 404) || !continues(route, body.value)) return false;
  if (status === 404) return true;
  if (answer.length > LONGEST_REFUSAL) return false;
  const error = objectAt(parseObjectText(answer.toString("utf8")) ?? {}, "error");
  return error["code"] === "previous_response_not_found" || NAMES_OF_STATE.includes(textAt(error, "param") ?? "");
}

function continues(route: string, value: JsonObject): boolean {
  switch (route) {
    case "/responses":
      return (
        NAMES_OF_STATE.some((name) => value[name] !== undefined && value[name] !== null) ||
        listAt(value, "input").some((item) => isObject(item) && item["type"] === "item_reference")
      );
    case "/messages":
      return objectAt(value, "thread")["type"] === "continue";
    default:
      return false;
  }
}
