import { coversPattern } from "@/lib/patterns/overlap";
import { compareSpecificity, specificityOf } from "@/lib/patterns/wildcard";
import { analyseOverlaps } from "@/lib/router/analyse";
import { resolveGroup, type RoutableEntry } from "@/lib/router/resolve";

/** An entry of the map. A draft is typed and not saved. */
export interface MapEntry extends RoutableEntry {
  readonly isDraft: boolean;
}

/** A model name and how often callers requested it. */
export interface RequestedName {
  readonly name: string;
  readonly calls: number;
}

/** One model name of the list, as a band below the pattern that it is cut out of. */
export interface Band {
  readonly name: string;
  /** How many characters the name begins with in common with the band above it. */
  readonly shared: number;
  readonly depth: number;
  /** The pattern that it is cut out of. */
  readonly within: string | undefined;
  readonly isPattern: boolean;
  /** All its entries are drafts. */
  readonly isDraft: boolean;
  /** The calls that it would get with the drafts, and those that it gets today. */
  readonly calls: number;
  readonly callsToday: number;
  /** The name that takes all of its requests. */
  readonly shadowedBy: string | undefined;
  /** Names that are exactly as specific: the order of the list decides. */
  readonly tiedWith: readonly string[];
  /** Patterns of which neither lies within the other, with a name that fits both. */
  readonly crosses: readonly { readonly other: string; readonly example: string; readonly wins: boolean }[];
}

/** The most names drawn: first drafts and what they touch, then names with calls or a fault, patterns, and the rest. */
export const MOST_BANDS = 400;

/**
 * The names of a model list as bands, each below the most specific pattern that covers it, those with the most calls
 * first. Drafts take part as if they were saved. `saved`: the entries of today.
 */
export function bandsOf(
  entries: readonly MapEntry[],
  requests: readonly RequestedName[],
  saved: readonly MapEntry[] = entries.filter(({ isDraft }) => !isDraft),
): readonly Band[] {
  const calls = callsByName(entries, requests);
  const today = callsByName(saved, requests);
  const notes = notesByName(entries);
  const isRemarkable = (name: string): boolean => {
    const { shadowedBy, tiedWith = [] } = notes.get(name) ?? {};
    return calls.has(name) || today.has(name) || shadowedBy !== undefined || tiedWith.length > 0;
  };
  const names = drawnNames(entries, isRemarkable);
  const parents = parentsOf(names);
  const children = new Map<string | undefined, string[]>();
  for (const name of names) {
    const parent = parents.get(name);
    children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const subtotal = (name: string): number =>
    (children.get(name) ?? []).reduce((sum, child) => sum + subtotal(child), calls.get(name) ?? 0);
  const bands: Band[] = [];
  const visit = (parent: string | undefined, depth: number): void => {
    const below = (children.get(parent) ?? [])
      .map((name) => ({ name, weight: subtotal(name) }))
      .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
    for (const { name } of below) {
      const own = notes.get(name);
      bands.push({
        name,
        depth,
        within: parent,
        shared: parent === undefined ? 0 : commonLength(parent, name),
        isPattern: name.includes("*"),
        isDraft: entries.every((entry) => entry.model_name !== name || entry.isDraft),
        calls: calls.get(name) ?? 0,
        callsToday: today.get(name) ?? 0,
        shadowedBy: own?.shadowedBy,
        tiedWith: own?.tiedWith ?? [],
        crosses: (own?.crosses ?? []).filter(({ other }) => !isWithin(name, other) && !isWithin(other, name)),
      });
      visit(name, depth + 1);
    }
  };
  visit(undefined, 0);
  return bands;
}

/**
 * The bands that a draft concerns: its own, those around it, those that lie within it, cross it or tie with it, and
 * those whose calls it changes.
 */
export function bandsAround(bands: readonly Band[], name: string): readonly Band[] {
  return bands.filter(
    (band) =>
      band.name === name ||
      isWithin(name, band.name) ||
      isWithin(band.name, name) ||
      band.crosses.some(({ other }) => other === name) ||
      band.tiedWith.includes(name) ||
      band.calls !== band.callsToday,
  );
}

function isWithin(inner: string, outer: string): boolean {
  return outer.includes("*") && coversPattern(outer, inner);
}

/** The names to draw, in the order of the list. */
function drawnNames(entries: readonly MapEntry[], isRemarkable: (name: string) => boolean): readonly string[] {
  const names = [...new Set(entries.map((entry) => entry.model_name))];
  if (names.length <= MOST_BANDS) return names;
  const drafts = entries.filter(({ isDraft }) => isDraft).map((entry) => entry.model_name);
  const touches = (name: string): boolean => drafts.some((draft) => isWithin(draft, name) || isWithin(name, draft));
  const rankOf = (name: string): number =>
    drafts.includes(name) ? 0 : touches(name) ? 1 : isRemarkable(name) ? 2 : name.includes("*") ? 3 : 4;
  const ranked = names.map((name) => ({ name, rank: rankOf(name) })).sort((a, b) => a.rank - b.rank);
  const drawn = new Set(ranked.slice(0, MOST_BANDS).map(({ name }) => name));
  return names.filter((name) => drawn.has(name));
}

function callsByName(entries: readonly MapEntry[], requests: readonly RequestedName[]): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  // Only a frozen list is indexed once for all names.
  const list = Object.freeze([...entries]);
  for (const { name, calls: more } of requests) {
    const winner = resolveGroup(name, list)[0]?.entry.model_name;
    if (winner !== undefined) calls.set(winner, (calls.get(winner) ?? 0) + more);
  }
  return calls;
}

/**
 * The most specific pattern around each name. Of two patterns that match the same names, the first is the outer one.
 */
function parentsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  const patterns = names.filter((name) => name.includes("*"));
  const places = new Map(names.map((name, place) => [name, place]));
  const specificities = new Map(names.map((name) => [name, specificityOf(name)]));
  for (const [at, name] of names.entries()) {
    let best: string | undefined;
    for (const pattern of patterns) {
      if (pattern === name || !coversPattern(pattern, name)) continue;
      if (isWithin(pattern, name) && (places.get(pattern) ?? 0) > at) continue;
      const [one, other] = [specificities.get(pattern), best === undefined ? undefined : specificities.get(best)];
      if (!one || (other && compareSpecificity(one, other) >= 0)) continue;
      best = pattern;
    }
    if (best !== undefined) parents.set(name, best);
  }
  return parents;
}

interface Notes {
  shadowedBy: string | undefined;
  readonly tiedWith: string[];
  readonly crosses: Band["crosses"][number][];
}

function notesByName(entries: readonly MapEntry[]): ReadonlyMap<string, Notes> {
  const notes = new Map<string, Notes>();
  const of = (name: string): Notes => {
    const known = notes.get(name) ?? { shadowedBy: undefined, tiedWith: [], crosses: [] };
    notes.set(name, known);
    return known;
  };
  for (const { winner, loser, example, tie, complete } of analyseOverlaps(entries).overlaps) {
    const [first, second] = [entries[winner]?.model_name ?? "", entries[loser]?.model_name ?? ""];
    if (complete) of(second).shadowedBy = first;
    if (tie) {
      of(first).tiedWith.push(second);
      of(second).tiedWith.push(first);
    }
    of(first).crosses.push({ other: second, example, wins: true });
    of(second).crosses.push({ other: first, example, wins: false });
  }
  return notes;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length] && a[length] !== "*") length++;
  return length;
}
