/** One statement of a `prepare.sql`, which runs by itself before the migration's transaction. */
export interface MigrationStep {
  /** What it does, for the log. */
  readonly title: string;
  readonly sql: string;
  /**
   * Whether the step locks a table against everybody for a moment. It then waits briefly for the lock and is tried
   * again.
   */
  readonly isBrieflyLocked: boolean;
  /** The index that the step builds. One left over from an interrupted build is dropped first. */
  readonly index: string | undefined;
}

const HEAD = /^-- step(, briefly locked)?: (.+)$/gm;
const INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"/m;

/** The steps of a `prepare.sql`, in order. Each begins with `-- step: TITLE` or `-- step, briefly locked: TITLE`. */
export function stepsOf(sql: string): MigrationStep[] {
  const heads = [...sql.matchAll(HEAD)];
  return heads.map((head, at) => {
    const text = sql.slice(head.index + head[0].length, heads[at + 1]?.index).trim();
    return { title: head[2] ?? "", sql: text, isBrieflyLocked: head[1] !== undefined, index: INDEX.exec(text)?.[1] };
  });
}
