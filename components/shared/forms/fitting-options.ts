/** What a combobox offers. */
export interface Offered {
  readonly id: string;
  readonly name: string;
  /** A short word at the end of its line. */
  readonly detail?: string;
}

/** How many options are drawn. Typing narrows them down. */
export const MOST_DRAWN = 500;

/**
 * The options to draw, and at which place of them the one stands that the field holds; -1: it holds none of them.
 * `isTyped`: somebody has typed since the field was opened, so that only what fits the text is left, and nothing where
 * the text is an id already. Until then, all: where they are too many, those around the one that the field holds.
 */
export function fittingOptions(
  offered: readonly Offered[],
  text: string,
  isTyped: boolean,
): { readonly options: readonly Offered[]; readonly chosen: number } {
  const chosen = offered.findIndex(({ id }) => id === text);
  if (!isTyped) {
    const first = Math.max(0, Math.min(chosen - MOST_DRAWN / 2, offered.length - MOST_DRAWN));
    return { options: offered.slice(first, first + MOST_DRAWN), chosen: Math.max(-1, chosen - first) };
  }
  if (chosen >= 0) return { options: [], chosen: -1 };
  const typed = text.trim().toLowerCase();
  const found = offered.filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(typed)));
  return { options: found.slice(0, MOST_DRAWN), chosen: -1 };
}
