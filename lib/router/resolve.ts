import { captureStars, compareSpecificity, fillStars, specificityOf, type Specificity } from "@/lib/patterns/wildcard";

/** The part of a model list entry that resolution reads. */
export interface RoutableEntry {
  readonly model_name: string;
  readonly gateway_params: { readonly model: string };
}

/** An entry whose `model_name` matches the requested name. */
export interface Candidate<Entry extends RoutableEntry = RoutableEntry> {
  readonly entry: Entry;
  /** The entry's position in the model list. */
  readonly index: number;
  /** What each `*` of the `model_name` matched, from left to right. */
  readonly captures: readonly string[];
  /** `<provider>/<model>` with its stars filled in. */
  readonly upstreamModel: string;
  readonly specificity: Specificity;
}

/** All candidates, the winner first. The entries that share the winner's `model_name` are its load-balanced group. */
export interface Resolution<Entry extends RoutableEntry = RoutableEntry> {
  readonly requested: string;
  readonly candidates: readonly Candidate<Entry>[];
  readonly winner: Candidate<Entry> | undefined;
  readonly group: readonly Candidate<Entry>[];
}

/** The entries with one `model_name`. */
interface Group<Entry extends RoutableEntry> {
  readonly modelName: string;
  readonly specificity: Specificity;
  /** The text before the first `*` and after the last. It rules out most patterns that do not match. */
  readonly beginning: string;
  readonly end: string;
  /** In the order of the configuration. */
  readonly members: { readonly entry: Entry; readonly index: number }[];
}

/** A model list sorted once, so that a call need not look at every entry. */
interface Index<Entry extends RoutableEntry> {
  readonly exact: ReadonlyMap<string, Group<Entry>>;
  /** The most specific first; ties in the order of the configuration. */
  readonly patterns: readonly Group<Entry>[];
  /** The positions in `patterns` of those with the same beginning, by that beginning. */
  readonly byBeginning: ReadonlyMap<string, readonly number[]>;
  /** The lengths of all beginnings. */
  readonly lengths: readonly number[];
}

/** Up to this many patterns it is faster to look at each. */
const FEW_PATTERNS = 16;

const NONE: readonly number[] = [];

/** Finds the entries that serve a model name, the most specific first. Ties go by the order of the configuration. */
export function resolveModel<Entry extends RoutableEntry>(
  requested: string,
  entries: readonly Entry[],
): Resolution<Entry> {
  const groups = [...matchingGroups(requested, entries)];
  const candidates = groups.flat();
  // Candidates of tied patterns are in the order of their entries, whatever their groups.
  candidates.sort((a, b) => compareSpecificity(a.specificity, b.specificity) || a.index - b.index);
  return { requested, candidates, winner: candidates[0], group: groups[0] ?? [] };
}

/**
 * Finds the load-balanced group that serves a model name; empty if no entry matches. Like `resolveModel`, but without
 * the losers.
 */
export function resolveGroup<Entry extends RoutableEntry>(
  requested: string,
  entries: readonly Entry[],
): readonly Candidate<Entry>[] {
  const first = matchingGroups(requested, entries).next();
  return first.done ? [] : first.value;
}

function* matchingGroups<Entry extends RoutableEntry>(
  requested: string,
  entries: readonly Entry[],
): Generator<Candidate<Entry>[], undefined> {
  const index = indexOf(entries);
  const named = index.exact.get(requested);
  if (named) yield candidatesOf(named, []);
  for (const group of patternsFor(requested, index)) {
    if (!requested.startsWith(group.beginning) || !requested.endsWith(group.end)) continue;
    const captures = captureStars(group.modelName, requested);
    if (captures) yield candidatesOf(group, captures);
  }
  return undefined;
}

/** The patterns that begin like a name, or all of them if they are few; the most specific first. */
function patternsFor<Entry extends RoutableEntry>(
  requested: string,
  { patterns, byBeginning, lengths }: Index<Entry>,
): readonly Group<Entry>[] {
  if (patterns.length <= FEW_PATTERNS) return patterns;
  // Loops, because each new name of a caller comes here, and arrays of arrays would take twice as long.
  const positions: number[] = [];
  for (const length of lengths) {
    if (length > requested.length) continue;
    for (const position of byBeginning.get(requested.slice(0, length)) ?? NONE) positions.push(position);
  }
  if (positions.length > 1) positions.sort((a, b) => a - b);
  const groups: Group<Entry>[] = [];
  for (const position of positions) {
    const group = patterns[position];
    if (group) groups.push(group);
  }
  return groups;
}

function candidatesOf<Entry extends RoutableEntry>(
  { specificity, members }: Group<Entry>,
  captures: readonly string[],
): Candidate<Entry>[] {
  return members.map(({ entry, index }) => ({
    entry,
    index,
    captures,
    upstreamModel: fillStars(entry.gateway_params.model, captures),
    specificity,
  }));
}

const indexes = new WeakMap<readonly RoutableEntry[], Index<RoutableEntry>>();

/** The index is kept only for a frozen list, which cannot change. */
function indexOf<Entry extends RoutableEntry>(entries: readonly Entry[]): Index<Entry> {
  if (!Object.isFrozen(entries)) return buildIndex(entries);
  const known = indexes.get(entries);
  // The index of a list was built from that list, so it has the list's entry type.
  if (known) return known as Index<Entry>;
  const built = buildIndex(entries);
  indexes.set(entries, built);
  return built;
}

function buildIndex<Entry extends RoutableEntry>(entries: readonly Entry[]): Index<Entry> {
  const groups = new Map<string, Group<Entry>>();
  entries.forEach((entry, index) => {
    const { model_name: modelName } = entry;
    const group = groups.get(modelName) ?? newGroup<Entry>(modelName);
    groups.set(modelName, group);
    group.members.push({ entry, index });
  });
  const all = [...groups.values()];
  // Sorting is stable, and the groups are in the order of their first entries.
  const patterns = all
    .filter(({ specificity }) => !specificity.exact)
    .sort((a, b) => compareSpecificity(a.specificity, b.specificity));
  const byBeginning = new Map<string, number[]>();
  for (const [position, { beginning }] of patterns.entries()) {
    const known = byBeginning.get(beginning);
    if (known) known.push(position);
    else byBeginning.set(beginning, [position]);
  }
  return {
    exact: new Map(all.filter(({ specificity }) => specificity.exact).map((group) => [group.modelName, group])),
    patterns,
    byBeginning,
    lengths: [...new Set(patterns.map(({ beginning }) => beginning.length))],
  };
}

function newGroup<Entry extends RoutableEntry>(modelName: string): Group<Entry> {
  const literals = modelName.split("*");
  return {
    modelName,
    specificity: specificityOf(modelName),
    beginning: literals[0] ?? "",
    end: literals.at(-1) ?? "",
    members: [],
  };
}
