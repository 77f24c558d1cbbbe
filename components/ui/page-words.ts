/** A page of a list. */
export interface Paged {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /**
   * Where the list has more rows than `total` and nobody has counted them: those of this page, and whether another
   * follows.
   */
  readonly uncounted?: { readonly rows: number; readonly hasNext: boolean } | undefined;
  /**
   * Where the page was found by its place: its rows, and whether another follows. While rows before it come and go, its
   * number alone would tell neither.
   */
  readonly found?: { readonly rows: number; readonly hasNext: boolean } | undefined;
}

/** Which rows a page has, in words, and whether another page follows. */
export function pageWords({ page, size, total, uncounted, found }: Paged): {
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
