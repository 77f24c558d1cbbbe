/** Characters of a message. */
const LONGEST = 300;

/**
 * The message of a failed request to a provider. Bounded, because it is logged, shown and stored. If several addresses
 * fail to connect, Node.js raises one error without a message, so the first of its errors speaks for it.
 */
export function boundedMessageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return boundedMessageOf(error.errors[0]);
  return (error instanceof Error ? error.message || error.name : String(error)).slice(0, LONGEST);
}
