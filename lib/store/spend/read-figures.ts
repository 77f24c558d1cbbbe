import { LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";
import type { Prisma } from "@/lib/store/generated/client";

/** How long a report waits for a connection, in milliseconds. */
const MOST_WAIT_MS = 5_000;
/** Enough for the sums of 100,000 groups, which PostgreSQL would otherwise write to its disk and read again. */
const MEMORY = "64MB";

/** Asks for rows of figures. `text`: SQL whose values are all placeholders. */
export type ReadFigures = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/**
 * Reads figures through Prisma, all of it as it stood at one moment. The statements may take 30 s together, as reports
 * may read a great deal; the limit stands inside a transaction, because a connection's own settings would follow it to
 * other clients of a pooler. Nothing is compiled: with a partition for each month that takes longer than the report.
 */
export function inSnapshot<Result>(
  { prisma }: Database,
  work: (read: ReadFigures) => Promise<Result>,
): Promise<Result> {
  return prisma.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT set_config('statement_timeout', ${String(LONG_LIMIT_MS)}, true), set_config('work_mem', ${MEMORY}, true), set_config('jit', 'off', true)`;
      return work((text, values) => transaction.$queryRawUnsafe(text, ...values));
    },
    {
      isolationLevel: "RepeatableRead" satisfies Prisma.TransactionIsolationLevel,
      maxWait: MOST_WAIT_MS,
      timeout: LONG_LIMIT_MS + 2_000,
    },
  );
}

/** The rows of one statement. */
export function readFigures<Row>(database: Database, text: string, values: readonly unknown[]): Promise<Row[]> {
  return inSnapshot(database, (read) => read<Row>(text, values));
}
