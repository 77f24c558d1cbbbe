import { counted } from "@/components/shared/wording";
import type { ModelView } from "@/lib/wire/model";
import type { ModelList } from "./entry-notes";
import { modelNamed } from "./model-named";

/** Which entry serves the name of a deleted entry from then on, as a sentence. */
export function servedNext({ id, model_name: name }: Pick<ModelView, "id" | "model_name">, list: ModelList): string {
  const data = list.data.filter((entry) => entry.id !== id);
  const next = modelNamed(name, { ...list, data });
  if (next && next.served === undefined) {
    const { length } = next.entries;
    return `${counted(length, "other deployment")} ${length === 1 ? "keeps" : "keep"} serving ${name}.`;
  }
  if (next) return `The pattern ${next.served} serves ${name} instead.`;
  return name.includes("*")
    ? `Names that no other entry matches become unknown.`
    : `No other entry matches ${name}, so calls of it are refused as unknown.`;
}
