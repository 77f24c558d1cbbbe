import { isObject } from "@/lib/is-object";
import type { AdapterCall } from "./adapter";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "./json-value";

/** Members of `/responses` that name what an earlier call has stored (OpenAI API reference, create a response). */
const NAMES_OF_STATE: readonly string[] = ["previous_response_id", "conversation"];

/** What a call names of what an upstream keeps. */
export interface NamedState {
  /** Responses and items, each with the member that names it. */
  readonly references: ReadonlyMap<string, string>;
  readonly conversation: string | undefined;
}

/** What a call of `/responses` names of what upstreams keep; undefined: nothing. */
export function namedState(route: string, body: { readonly value: JsonObject }): NamedState | undefined {
  if (route !== "/responses") return undefined;
  const { value } = body;
  const references = new Map<string, string>();
  const previous = value["previous_response_id"];
  if (typeof previous === "string") references.set(previous, "previous_response_id");
  listAt(value, "input").forEach((item, index) => {
    const id = isObject(item) ? referenceOf(item) : undefined;
    if (id !== undefined) references.set(id, `input.${index}.id`);
  });
  const asked = value["conversation"];
  const conversation = isObject(asked) ? textAt(asked, "id") : asked;
  if (references.size === 0 && typeof conversation !== "string") return undefined;
  return { references, conversation: typeof conversation === "string" ? conversation : undefined };
}

/**
 * The id of an item that stands for what the upstream keeps. Some items need no more than their type and id for that;
 * a reference needs no type.
 */
function referenceOf(item: JsonObject): string | undefined {
  const id = textAt(item, "id");
  switch (item["type"] ?? undefined) {
    case "item_reference":
      return id;
    case "reasoning":
      return textAt(item, "encrypted_content") ? undefined : id;
    case "image_generation_call":
      return textAt(item, "result") ? undefined : id;
    case undefined:
      return item["role"] === undefined && item["content"] === undefined ? id : undefined;
    default:
      return undefined;
  }
}

/** Other ids are nobody's. */
const KEPT_ID = /^[\x21-\x7e]{1,512}$/;

/** Whether an upstream may keep something under an id. */
export function isKeptId(id: string): boolean {
  return KEPT_ID.test(id);
}

/** Whether a call wants nothing of its answer to be kept. */
export function asksToForget(value: JsonObject): boolean {
  return value["store"] === false;
}

/** The ids under which an upstream keeps a response: its own and those of its items. None: it keeps nothing. */
export function keptIds(response: JsonObject): string[] {
  return response["store"] === false ? [] : idsOf([response, ...listAt(response, "output")]);
}

/** The ids of a list of items that an upstream has shown. */
export function keptItems(list: Buffer): string[] {
  return idsOf(listAt(parseObjectText(list.toString("utf8")) ?? {}, "data"));
}

function idsOf(items: readonly unknown[]): string[] {
  return items.filter(isObject).flatMap((item) => {
    const id = textAt(item, "id");
    return id !== undefined && isKeptId(id) ? [id] : [];
  });
}

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
  if (status !== 400 && status !== 404) return false;
  const isContinued = continues(route, body.value);
  if (status === 404 || answer.length > LONGEST_REFUSAL) return status === 404 && isContinued;
  const error = objectAt(parseObjectText(answer.toString("utf8")) ?? {}, "error");
  // Only the account that encrypted a thought can read it.
  if (error["code"] === "invalid_encrypted_content") return true;
  return (
    isContinued &&
    (error["code"] === "previous_response_not_found" || NAMES_OF_STATE.includes(textAt(error, "param") ?? ""))
  );
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
