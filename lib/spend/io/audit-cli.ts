import { messageOf } from "@/lib/error-message";
import { openDatabase } from "@/lib/store/database";
import { reachDatabase } from "@/lib/database/reach-database";
import { findSpendDiscrepancies, hasCalls, type SpendDiscrepancy } from "@/lib/store/spend/spend-audit";
import { auditTable } from "../audit-table";

export interface AuditResult {
  /** 0: every total is the sum of its calls. 1: some are not. 2: the database could not be read. */
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

/** The command behind `npm run audit:spend`. */
export async function auditSpend(options: {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
}): Promise<AuditResult> {
  let found: SpendDiscrepancy[] | "empty";
  try {
    found = await discrepancies(options);
  } catch (error) {
    return {
      exitCode: 2,
      output: `The spend cannot be audited: ${messageOf(error)}\n`,
    };
  }
  if (found === "empty")
    return { exitCode: 0, output: "No gateway has used this database yet: there are no calls and no totals.\n" };
  if (found.length === 0) return { exitCode: 0, output: "Every total is the sum of its calls.\n" };
  const totals = found.length === 1 ? "1 total is" : `${found.length} totals are`;
  return {
    exitCode: 1,
    output: `${totals} not the sum of the calls (docs/explain/spend.md says what to do):\n${auditTable(found)}\n`,
  };
}

async function discrepancies(options: Parameters<typeof auditSpend>[0]): Promise<SpendDiscrepancy[] | "empty"> {
  const reached = await reachDatabase(options);
  try {
    const database = openDatabase(reached.url);
    try {
      return (await hasCalls(database)) ? await findSpendDiscrepancies(database) : "empty";
    } finally {
      await database.close();
    }
  } finally {
    await reached.close();
  }
}
