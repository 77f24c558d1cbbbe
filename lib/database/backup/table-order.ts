/** A foreign key: rows of `table` refer to rows of `parent`. */
export interface Reference {
  readonly table: string;
  readonly parent: string;
}

/** The tables ordered so that each comes after those that its rows refer to. Otherwise they keep their order. */
export function orderTables(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered = new Set<string>();
  const visit = (table: string, referencing: readonly string[]): void => {
    if (ordered.has(table) || referencing.includes(table)) return;
    for (const { parent } of references.filter((reference) => reference.table === table))
      visit(parent, [...referencing, table]);
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered].filter((table) => tables.includes(table));
}
