import { isObject } from "@/lib/is-object";
import { listAt, textAt, type JsonObject } from "../../json-value";

/** A function as Responses names it: its own name, and that of the group that it is in. */
export interface NamespacedName {
  readonly name: string;
  readonly namespace: string;
}

/** The name of a function with that of its group, for other dialects, which have no groups. */
export function joinedName({ name, namespace }: NamespacedName): string {
  return namespace.endsWith("__") ? namespace + name : `${namespace}__${name}`;
}

/** The functions in groups of a request, by the names that other dialects' models call them by. */
export function namespacedNames(body: JsonObject): ReadonlyMap<unknown, NamespacedName> {
  const groups = listAt(body, "tools").filter((tool) => isObject(tool) && tool["type"] === "namespace");
  const names = groups.filter(isObject).flatMap((group) =>
    listAt(group, "tools")
      .filter(isObject)
      .map((tool): NamespacedName => ({ name: textAt(tool, "name") ?? "", namespace: textAt(group, "name") ?? "" })),
  );
  return new Map(names.map((one) => [joinedName(one), one]));
}
