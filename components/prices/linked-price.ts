import { resolveModel } from "@/lib/router/resolve";
import type { ModelView } from "@/lib/wire/model";
import type { PricedModel } from "./price-dialog";

interface Models {
  readonly data: readonly Pick<ModelView, "model_name" | "upstream_model">[];
}

/**
 * What the form of a new price begins with. `asked`: the name of a model as callers use it, or "1" for an empty form.
 * Undefined: the form is not asked for, or the models are not read yet.
 */
export function askedPrice(asked: string, list: Models | undefined): PricedModel | undefined {
  if (asked === "") return undefined;
  if (asked === "1") return { provider: "", model: "" };
  if (list === undefined) return undefined;
  const entries = list.data.map(({ model_name, upstream_model: model }) => ({ model_name, gateway_params: { model } }));
  const upstream = resolveModel(asked, entries).winner?.upstreamModel ?? "";
  const slash = upstream.indexOf("/");
  return { provider: upstream.slice(0, Math.max(slash, 0)), model: upstream.slice(slash + 1) };
}
