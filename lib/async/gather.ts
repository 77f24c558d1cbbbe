/**
 * Batches single-id reads into one read: those that are issued before `isTime` resolves, which is by default in the
 * same tick. `readAll` returns the rows that exist, keyed by id. If it fails, each of the reads fails.
 */
export function gather<Row>(
  readAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
  isTime: () => Promise<unknown> = () => Promise.resolve(),
): (id: string) => Promise<Row | undefined> {
  let next: { readonly ids: string[]; readonly rows: Promise<ReadonlyMap<string, Row>> } | undefined;

  function begin(): NonNullable<typeof next> {
    const ids: string[] = [];
    const rows = isTime().then(() => {
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
