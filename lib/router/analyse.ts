import { nameOfBoth, coversPattern } from "@/lib/patterns/overlap";
import { compareSpecificity, specificityOf } from "@/lib/patterns/wildcard";
import type { RoutableEntry } from "./resolve";

/**
 * Two model names, at least one of them a pattern, that match a common name, and which of them gets it. Positions are
 * those of the model list.
 */
export interface Overlap {
  readonly winner: number;
  readonly loser: number;
  /** A name that both match. */
  readonly example: string;
  /** Both are equally specific: only their order decides. */
  readonly tie: boolean;
  /** Every name that the loser matches, the winner matches too: the loser serves nothing. */
  readonly complete: boolean;
}

export interface Analysis {
  readonly overlaps: readonly Overlap[];
  /** There was too much to compare: the list is correct but not complete. */
  readonly truncated: boolean;
}

/** How many pairs and states are compared; this takes some tens of milliseconds. */
const MOST_PAIRS = 500_000;
const MOST_STATES = 4_000_000;
const MOST_OVERLAPS = 1_000;

interface Name {
  readonly modelName: string;
  /** The text before the first `*`: the whole name if it has none. */
  readonly beginning: string;
  readonly specificity: ReturnType<typeof specificityOf>;
}

interface Named extends Name {
  /** The position of the first entry with this name. */
  readonly index: number;
}

const known = new WeakMap<readonly RoutableEntry[], Analysis>();
/** The list that was compared last. A start reads one list twice: as the file has it, and with ids. */
let latest: { readonly names: readonly Name[]; readonly analysis: Analysis } | undefined;

/**
 * Finds the model names of a list that overlap, and which of them wins by the published order of precedence. The
 * analysis of a list is kept as long as the list, because every page of it is shown with it.
 */
export function analyseOverlaps(entries: readonly RoutableEntry[]): Analysis {
  let analysis = known.get(entries);
  if (!analysis) known.set(entries, (analysis = compareUnlessLatest(entries)));
  return analysis;
}

/**
 * The overlaps of the whole list that the entry at a position loses, in the same order and found without comparing the
 * others: a change of one entry shows its own.
 */
export function overlapsLostBy(entries: readonly RoutableEntry[], position: number): readonly Overlap[] {
  const analysis = known.get(entries);
  if (analysis && !analysis.truncated) return analysis.overlaps.filter(({ loser }) => loser === position);
  const entry = entries[position];
  if (!entry || entries.findIndex(({ model_name: name }) => name === entry.model_name) !== position) return [];
  const own: Named = { ...nameOf(entry), index: position };
  const compared = new Set([own.modelName]);
  const found: Overlap[] = [];
  let states = 0;
  for (const [index, other] of entries.entries()) {
    if (!mayOverlap(own, other.model_name) || compared.has(other.model_name)) continue;
    compared.add(other.model_name);
    states += own.modelName.length * other.model_name.length;
    if (states > MOST_STATES || found.length >= MOST_OVERLAPS) break;
    const overlap = overlapOf({ ...nameOf(other), index }, own);
    if (overlap?.loser === position) found.push(overlap);
  }
  const isExact = ({ winner }: Overlap): number => Number(!entries[winner]?.model_name.includes("*"));
  return found.sort((a, b) => isExact(a) - isExact(b) || a.winner - b.winner);
}

/** Whether a name and another one, at least one of them a pattern, begin alike. */
function mayOverlap({ beginning, specificity }: Name, other: string): boolean {
  const star = other.indexOf("*");
  if (star !== -1 && beginning.startsWith(other.slice(0, star))) return true;
  return !specificity.exact && (star === -1 ? other : other.slice(0, star)).startsWith(beginning);
}

function compareUnlessLatest(entries: readonly RoutableEntry[]): Analysis {
  const { names, analysis } = latest ?? { names: [] };
  const isLatest =
    names.length === entries.length && names.every((name, i) => name.modelName === entries[i]?.model_name);
  if (!analysis || !isLatest) {
    const compared = compareNames(entries);
    latest = { names: entries.map(nameOf), analysis: compared };
    return compared;
  }
  // The next change of the list finds the names of its entries, as if they had been compared.
  for (const [index, name] of names.entries()) {
    const entry = entries[index];
    if (entry) knownNames.set(entry, name);
  }
  return analysis;
}

function compareNames(entries: readonly RoutableEntry[]): Analysis {
  const names = distinctNames(entries);
  const patterns = patternsByBeginning(names);
  const found: { readonly pair: number; readonly overlap: Overlap }[] = [];
  let pairs = 0;
  let states = 0;
  const result = (truncated: boolean): Analysis => ({
    overlaps: found.sort((a, b) => a.pair - b.pair).map(({ overlap }) => overlap),
    truncated,
  });
  for (const [position, name] of names.entries()) {
    for (const other of patterns(name.beginning)) {
      const pattern = names[other];
      // Patterns with one beginning find each other, and only the later one of them counts the pair.
      if (!pattern || (other >= position && pattern.beginning === name.beginning)) continue;
      states += name.modelName.length * pattern.modelName.length;
      if (++pairs > MOST_PAIRS || states > MOST_STATES || found.length >= MOST_OVERLAPS) return result(true);
      const [first, second] = other < position ? [other, position] : [position, other];
      const overlap = overlapOf(pattern, name);
      if (overlap) found.push({ pair: first * names.length + second, overlap });
    }
  }
  return result(false);
}

/** Finds the positions of the patterns whose beginning a string begins with. Only these can match a common name. */
function patternsByBeginning(names: readonly Named[]): (text: string) => readonly number[] {
  const positions = new Map<string, number[]>();
  for (const [position, { beginning, specificity }] of names.entries()) {
    if (specificity.exact) continue;
    const known = positions.get(beginning);
    if (known) known.push(position);
    else positions.set(beginning, [position]);
  }
  const lengths = [...new Set([...positions.keys()].map(({ length }) => length))];
  // A loop, because each name of the list comes here at each change of it.
  return (text) => {
    const found: number[] = [];
    for (const length of lengths)
      if (length <= text.length) found.push(...(positions.get(text.slice(0, length)) ?? NONE));
    return found;
  };
}

const NONE: readonly number[] = [];

/** Patterns come first, so that the pairs that matter are compared before time runs out. */
function distinctNames(entries: readonly RoutableEntry[]): Named[] {
  const first = new Map<string, Named>();
  entries.forEach((entry, index) => {
    if (first.has(entry.model_name)) return;
    const { modelName, beginning, specificity } = nameOf(entry);
    first.set(modelName, { modelName, beginning, specificity, index });
  });
  const all = [...first.values()];
  return [
    ...all.filter(({ specificity }) => !specificity.exact),
    ...all.filter(({ specificity }) => specificity.exact),
  ];
}

/** A changed list has nearly all entries of the list before it. */
const knownNames = new WeakMap<RoutableEntry, Name>();

function nameOf(entry: RoutableEntry): Name {
  let name = knownNames.get(entry);
  if (!name) {
    const { model_name: modelName } = entry;
    const [beginning = ""] = modelName.split("*", 1);
    knownNames.set(entry, (name = { modelName, beginning, specificity: specificityOf(modelName) }));
  }
  return name;
}

function overlapOf(a: Named, b: Named): Overlap | undefined {
  const order = compareSpecificity(a.specificity, b.specificity);
  const [winner, loser] = order < 0 || (order === 0 && a.index < b.index) ? [a, b] : [b, a];
  const example = nameOfBoth(winner.modelName, loser.modelName);
  if (example === undefined) return undefined;
  return {
    winner: winner.index,
    loser: loser.index,
    example,
    tie: order === 0,
    complete: coversPattern(winner.modelName, loser.modelName),
  };
}
