/**
 * How well words fit a name: 0 if one of them is missing, more if they begin the name or a word of it. `also`: further
 * words that the words may begin.
 */
export function fit(words: string, name: string, also = ""): number {
  const lower = name.toLowerCase();
  const further = also.toLowerCase().split(/\s+/);
  let sum = 1;
  for (const word of words.toLowerCase().split(/\s+/).filter(Boolean)) {
    const at = lower.indexOf(word);
    if (at < 0 && !further.some((other) => other.startsWith(word))) return 0;
    const begins = at > 0 && /[^\p{L}\p{N}]/u.test(lower.charAt(at - 1));
    sum += (at === 0 ? 4 : begins ? 2 : 0) + (at < 0 ? 0 : word.length / lower.length);
  }
  return sum;
}

/**
 * The items whose label fits the words, or whose `also` has words that begin with them, the best first. Equally good
 * ones keep their order.
 */
export function fitting<Item extends { readonly label: string; readonly also?: string | undefined }>(
  words: string,
  items: readonly Item[],
): Item[] {
  return items
    .map((item) => ({ item, score: fit(words, item.label, item.also) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** The position after a step by arrow key, which wraps around the ends of a list. */
export function stepped(place: number, step: 1 | -1, length: number): number {
  return length === 0 ? 0 : (place + step + length) % length;
}
