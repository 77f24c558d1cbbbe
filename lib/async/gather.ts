/**
 * Lets reads of single ids that begin at the same moment share one read of all. `readAll` returns the rows that there
 * are, by their ids. If it fails, each of the reads fails.
 */
export function gather<Row>(
  readAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (id: string) => Promise<Row | undefined> {
  let next: { readonly ids: string[]; readonly rows: Promise<ReadonlyMap<string, Row>> } | undefined;

  function begin(): NonNullable<typeof next> {
    const ids: string[] = [];
    const rows = Promise.resolve().then(() => {
      next = undefined;
      return readAll(ids);
    });
    return { ids, rows };
  }

  return async (id) => {
    const { ids, rows } = (next ??= begin());
    ids.push(id);
    return (await rows).get(id);
  };
}
