import { resolveModel } from "@/lib/router/resolve";
import type { ModelView } from "@/lib/wire/model";
import type { PricedModel } from "./price-dialog";

interface Models {
  readonly data: readonly Pick<ModelView, "model_name" | "upstream_model">[];
}

/**
 * The model that the form of a new price begins with. `linked`: the parameter of the address, which is a model name as
 * callers use it, or "1" for an empty form. Undefined: the address opens no form, or the models are not read yet.
 */
export function linkedPrice(linked: string, list: Models | undefined): PricedModel | undefined {
  if (linked === "") return undefined;
  if (linked === "1") return { provider: "", model: "" };
  if (list === undefined) return undefined;
  const entries = list.data.map(({ model_name, upstream_model: model }) => ({ model_name, gateway_params: { model } }));
  const upstream = resolveModel(linked, entries).winner?.upstreamModel ?? "";
  const slash = upstream.indexOf("/");
  return { provider: upstream.slice(0, Math.max(slash, 0)), model: upstream.slice(slash + 1) };
}
