/** For how long a key signs, in milliseconds. */
export const SIGNS_MS = 30 * 86_400_000;
/** For how long a new key is published before it signs, where another one can: servers read the keys now and then. */
export const AHEAD_MS = 15 * 60_000;
/** For how long a key stays published once another one signs: far longer than a token of it lives. */
const KEPT_MS = 3_600_000;
/**
 * For how long one does that an administrator has replaced, perhaps because it is known elsewhere: until every node has
 * read the new one, even one that missed the notice, and a token of the last moment has expired.
 */
export const RETIRED_KEPT_MS = 5 * 60_000;

/** A key that signs tokens for tool servers, as the database knows it. */
export interface AgedKey {
  readonly id: string;
  /** Milliseconds since it was made, by the clock of the database. */
  readonly age: number;
  /** Whether this node has its private half. */
  readonly isOpen: boolean;
  /** Milliseconds since an administrator replaced it; null: nobody has. */
  readonly retiredFor: number | null;
}

/** What is to be done with the keys. */
export interface SigningPlan {
  /** The key that signs; undefined: none can. */
  readonly signs: string | undefined;
  /** Those that are published, and sign once that has been known for a while. */
  readonly next: readonly string[];
  /** Whether a new one is due. */
  readonly isDue: boolean;
  /** Those that no living token was signed with. */
  readonly over: readonly string[];
}

/**
 * Which key signs, by the ages alone, so that all nodes that open the same keys agree. The newest signs once it has
 * been published for a while; where there is no older one, or an administrator has replaced the older ones, at once.
 */
export function planSigning(keys: readonly AgedKey[]): SigningPlan {
  const newestFirst = keys.toSorted((a, b) => a.age - b.age || (a.id < b.id ? -1 : 1));
  const open = newestFirst.filter(({ isOpen, retiredFor }) => isOpen && retiredFor === null);
  const signing = open.find(({ age }) => age >= AHEAD_MS) ?? open.at(-1);
  const newest = open[0];
  const isOver = ({ age, retiredFor }: AgedKey): boolean =>
    retiredFor === null
      ? newestFirst.some((newer) => newer.age < age && newer.age >= AHEAD_MS + KEPT_MS && age >= SIGNS_MS)
      : retiredFor >= RETIRED_KEPT_MS;
  return {
    signs: signing?.id,
    next: signing ? open.slice(0, open.indexOf(signing)).map(({ id }) => id) : [],
    isDue: newest === undefined || newest.age >= SIGNS_MS,
    over: newestFirst.filter(isOver).map(({ id }) => id),
  };
}
