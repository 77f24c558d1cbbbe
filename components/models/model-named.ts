import { resolveModel } from "@/lib/router/resolve";
import type { ModelView } from "@/lib/wire/model";
import type { ModelList } from "./entry-notes";

/** A model name, with the entries that share its calls. */
export interface ModelName {
  readonly entries: readonly ModelView[];
  readonly isPattern: boolean;
  /** The `model_name` of the entries, if it is a pattern that matches this name; undefined: it is this name. */
  readonly served: string | undefined;
  readonly list: ModelList;
}

/** The entries behind a name of the model list or a name that callers use; undefined: no entry serves it. */
export function modelNamed(name: string, list: ModelList): ModelName | undefined {
  const named = list.data.filter((entry) => entry.model_name === name);
  if (named.length > 0) return { entries: named, isPattern: name.includes("*"), served: undefined, list };
  const { group } = resolveModel(name, routable(list));
  const ids = new Set(group.map(({ entry }) => entry.id));
  const entries = list.data.filter(({ id }) => ids.has(id));
  const [first] = entries;
  return first && { entries, isPattern: false, served: first.model_name, list };
}

/** The names, out of those that callers used, that the entries of a pattern serve. */
export function namesServedBy(pattern: string, names: readonly string[], list: ModelList): string[] {
  const entries = routable(list);
  return names.filter((name) => resolveModel(name, entries).winner?.entry.model_name === pattern);
}

function routable({ data }: ModelList) {
  return data.map(({ id, model_name, upstream_model: model }) => ({ id, model_name, gateway_params: { model } }));
}
