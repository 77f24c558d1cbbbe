/** For how long a key signs, in milliseconds. */
export const SIGNS_MS = 30 * 86_400_000;
/** For how long a new key is published before it signs, where another one can: servers read the keys now and then. */
export const AHEAD_MS = 15 * 60_000;
/** For how long a key stays published once another one signs: far longer than a token of it lives. */
const KEPT_MS = 3_600_000;

/** A key that signs tokens for tool servers, as the database knows it. */
export interface AgedKey {
  readonly id: string;
  /** Milliseconds since it was made, by the clock of the database. */
  readonly age: number;
  /** Whether this node has its private half. */
  readonly isOpen: boolean;
}

/** What is to be done with the keys. */
export interface SigningPlan {
  /** The key that signs; undefined: none can. */
  readonly signs: string | undefined;
  /** Whether a new one is due. */
  readonly isDue: boolean;
  /** Those that no living token was signed with. */
  readonly over: readonly string[];
}

/**
 * Which key signs, by its age alone, so that all nodes that open the same keys agree. The newest signs once it has been
 * published for a while; where there is no older one, at once.
 */
export function planSigning(keys: readonly AgedKey[]): SigningPlan {
  const newestFirst = keys.toSorted((a, b) => a.age - b.age || (a.id < b.id ? -1 : 1));
  const open = newestFirst.filter(({ isOpen }) => isOpen);
  const signing = open.find(({ age }) => age >= AHEAD_MS) ?? open.at(-1);
  const newest = open[0];
  return {
    signs: signing?.id,
    isDue: newest === undefined || newest.age >= SIGNS_MS,
    over: newestFirst
      .filter(({ age }) =>
        newestFirst.some((newer) => newer.age < age && newer.age >= AHEAD_MS + KEPT_MS && age >= SIGNS_MS),
      )
      .map(({ id }) => id),
  };
}
