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
}

/** Which rows a page has, in words, and whether another page follows. */
export function pageWords({ page, size, total, uncounted }: Paged): {
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
  return {
    says: `${total === 0 ? 0 : before + 1}–${Math.min(page * size, total)} of ${counted}`,
    hasNext: page * size < total,
  };
}
