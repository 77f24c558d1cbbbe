import { LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";

/** How long a report waits for a connection, in milliseconds. */
const MOST_WAIT_MS = 5_000;
/** Enough for the sums of 100,000 groups, which PostgreSQL would otherwise write to its disk and read again. */
const MEMORY = "64MB";

/**
 * Reads figures through Prisma. The statement may take 30 s, as reports may read a great deal; the limit stands inside a
 * transaction, because a connection's own settings would follow it to other clients of a pooler. `text`: SQL whose values
 * are all placeholders.
 */
export function readFigures<Row>({ prisma }: Database, text: string, values: readonly unknown[]): Promise<Row[]> {
  return prisma.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT set_config('statement_timeout', ${String(LONG_LIMIT_MS)}, true), set_config('work_mem', ${MEMORY}, true)`;
      return transaction.$queryRawUnsafe<Row[]>(text, ...values);
    },
    { maxWait: MOST_WAIT_MS, timeout: LONG_LIMIT_MS + 2_000 },
  );
}
