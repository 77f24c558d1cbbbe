/** A part of the overview that is read from the API. */
export interface PartRead {
  readonly name: string;
  /** The error of the last attempt; null: it succeeded. */
  readonly error: Error | null;
  /** Whether there is an answer to show, if only from before the error. */
  readonly isKnown: boolean;
}

export interface ReadFaults {
  /** One sentence without its full stop for each cause: the parts it concerns, and the error in the API's words. */
  readonly sentences: readonly string[];
  /** The errors that concern several parts, which need not repeat them. */
  readonly shared: ReadonlySet<string>;
  /** Whether each part that could not be read still shows an earlier answer. */
  readonly isAllKnown: boolean;
}

/** The faults of the parts that could not be read, each cause once. */
export function readFaults(parts: readonly PartRead[]): ReadFaults {
  const causes = new Map<string, PartRead[]>();
  for (const part of parts) {
    if (!part.error) continue;
    const same = causes.get(part.error.message) ?? [];
    causes.set(part.error.message, same);
    if (!same.some(({ name }) => name === part.name)) same.push(part);
  }
  const failed = [...causes.values()].flat();
  return {
    sentences: [...causes].map(([message, of]) => `${subjectOf(of)} could not be read: ${message.replace(/\.$/, "")}`),
    shared: new Set([...causes].flatMap(([message, of]) => (of.length > 1 ? [message] : []))),
    isAllKnown: failed.every(({ isKnown }) => isKnown),
  };
}

function subjectOf(parts: readonly PartRead[]): string {
  const [first, second] = parts.map(({ name }) => name);
  if (parts.length === 1) return first ?? "";
  if (parts.length === 2) return `${first} and ${second}`;
  return `${first} and ${parts.length - 1} other parts`;
}
