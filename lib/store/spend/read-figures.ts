import { LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";
import type { Prisma } from "@/lib/store/generated/client";

/** How long a report waits for a connection, in milliseconds. */
const MOST_WAIT_MS = 5_000;
/**
 * The work_mem of reports. It is enough for the sums of 100,000 groups, which PostgreSQL would otherwise write to disk
 * and read again.
 */
const MEMORY = "64MB";

/** Reads rows of figures. `text`: SQL whose values are all placeholders. */
export type ReadFigures = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/**
 * Reads figures through Prisma, all of them as they stood at one moment. The statements may take 30 s together. The
 * limit is set inside a transaction: set on the connection, it would reach other clients of a pooler. JIT is off: with
 * a partition for each month, compiling takes longer than the report.
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
