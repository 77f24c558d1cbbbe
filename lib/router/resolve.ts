import { captureStars, compareSpecificity, countStars, fillStars } from "@/lib/wildcard";

/** What resolution needs of a model list entry. */
export interface RoutableEntry {
  readonly model_name: string;
  readonly gateway_params: { readonly model: string };
}

/** One entry whose `model_name` fits the requested name. */
export interface Candidate<Entry extends RoutableEntry = RoutableEntry> {
  readonly entry: Entry;
  /** Position in the model list. */
  readonly index: number;
  /** What each `*` of the `model_name` matched, from left to right. */
  readonly captures: readonly string[];
  /** `<provider>/<model>` with its stars filled. */
  readonly upstreamModel: string;
  readonly specificity: { readonly exact: boolean; readonly literalCharacters: number; readonly stars: number; readonly literalPrefix: number };
}

/** Every candidate, the winner first; entries that share the winner's `model_name` form its load-balanced group. */
export interface Resolution<Entry extends RoutableEntry = RoutableEntry> {
  readonly requested: string;
  readonly candidates: readonly Candidate<Entry>[];
  readonly winner: Candidate<Entry> | undefined;
  readonly group: readonly Candidate<Entry>[];
}

/** How specific a `model_name` is; see `compareSpecificity` for the order. */
export function specificity(modelName: string): Candidate["specificity"] {
  const stars = countStars(modelName);
  return {
    exact: stars === 0,
    literalCharacters: modelName.length - stars,
    stars,
    literalPrefix: stars === 0 ? modelName.length : modelName.indexOf("*"),
  };
}

/** Finds the entries that serve a model name, most specific first; ties go by the order of configuration. */
export function resolveModel<Entry extends RoutableEntry>(
  requested: string,
  entries: readonly Entry[],
): Resolution<Entry> {
  const candidates: Candidate<Entry>[] = [];
  entries.forEach((entry, index) => {
    const captures = captureStars(entry.model_name, requested);
    if (!captures) return;
    const upstreamModel = fillStars(entry.gateway_params.model, captures);
    candidates.push({ entry, index, captures, upstreamModel, specificity: specificity(entry.model_name) });
  });
  candidates.sort((a, b) => compareSpecificity(a.entry.model_name, b.entry.model_name) || a.index - b.index);
  const winner = candidates[0];
  const group = candidates.filter((candidate) => candidate.entry.model_name === winner?.entry.model_name);
  return { requested, candidates, winner, group };
}
