/** A page of a list, by its number from 1. */
export interface Paged {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /**
   * For a list with more rows than `total`, which nobody has counted: the rows of this page, and whether another
   * follows.
   */
  readonly uncounted?: { readonly rows: number; readonly hasNext: boolean } | undefined;
  /**
   * For a page that was found by its place: its rows, and whether another follows. While rows before it come and go,
   * the number alone would show neither.
   */
  readonly found?: { readonly rows: number; readonly hasNext: boolean } | undefined;
}

/** Which rows a page has, in words, and whether another page follows. */
export function pageText({ page, size, total, uncounted, found }: Paged): {
  readonly says: string;
  readonly hasNext: boolean;
} {
  const before = (page - 1) * size;
  const counted = total.toLocaleString("en-US");
  if (uncounted)
    return {
      says: `${before + 1}–${before + uncounted.rows} of more than ${counted}`,
      hasNext: uncounted.hasNext,
    };
  if (found) {
    // The last page is counted from the end.
    const last = found.hasNext ? Math.min(before + found.rows, total - 1) : total;
    return {
      says: `${Math.max(last - found.rows, 0) + Math.min(found.rows, 1)}–${last} of ${counted}`,
      hasNext: found.hasNext,
    };
  }
  return {
    says: `${total === 0 ? 0 : before + 1}–${Math.min(page * size, total)} of ${counted}`,
    hasNext: page * size < total,
  };
}
