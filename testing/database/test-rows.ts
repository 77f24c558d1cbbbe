import type { Database } from "@/lib/store/database";

/** The rows that tests write into a database whose gateways go on running. */
export interface TestRows {
  /** Removes them and says whether there were any. What the gateways had written when they started stays. */
  remove(): Promise<boolean>;
}

/**
 * Finds the tables that are empty now. Tables with rows belong to the gateways that have started; tests write into the
 * others.
 */
export async function testRows({ pool }: Pick<Database, "pool">): Promise<TestRows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const empty: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount === 0) empty.push(name);
  }
  // DELETE instead of TRUNCATE, which makes new files for every table. Foreign keys are not checked, so any order will
  // do.
  const statements = empty.map((name) => `DELETE FROM ${name}`).join("; ");
  return {
    async remove() {
      const text = `BEGIN; SET LOCAL session_replication_role = replica; ${statements}; COMMIT`;
      // Several statements give a list of results, which the driver's types leave out.
      const results = [await pool.query(text)].flat();
      return results.some(({ command, rowCount }) => command === "DELETE" && rowCount !== 0);
    },
  };
}
