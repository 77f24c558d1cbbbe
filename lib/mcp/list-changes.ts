import { isObject } from "@/lib/is-object";
import type { JsonObject } from "@/lib/providers/json-value";

/** What a subscription may ask to hear of, and the notification by which it hears. */
export const LIST_CHANGES = {
  toolsListChanged: "notifications/tools/list_changed",
  promptsListChanged: "notifications/prompts/list_changed",
  resourcesListChanged: "notifications/resources/list_changed",
} as const;

export type ListChange = keyof typeof LIST_CHANGES;

export const ALL_LIST_CHANGES = Object.keys(LIST_CHANGES) as readonly ListChange[];

/**
 * What `subscriptions/listen` asks to hear of, as far as it is served: lists, and no single resources. Undefined: it
 * does not say it as the protocol wants.
 */
export function wantedChanges({ notifications }: JsonObject): ReadonlySet<ListChange> | undefined {
  if (!isObject(notifications)) return undefined;
  const isMalformed = ALL_LIST_CHANGES.some((name) => !["boolean", "undefined"].includes(typeof notifications[name]));
  return isMalformed ? undefined : new Set(ALL_LIST_CHANGES.filter((name) => notifications[name] === true));
}

/** The list that a notification says has changed; undefined: it says something else. */
export function changedList(method: string): ListChange | undefined {
  return ALL_LIST_CHANGES.find((name) => LIST_CHANGES[name] === method);
}
