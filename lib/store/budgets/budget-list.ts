import { z } from "zod";
import type { PayerType } from "@/lib/entity-type";
import { budgetWindow, type BudgetWindow } from "@/lib/limits/budget-window";
import { type BUDGET_CONDITIONS, BUDGET_TYPES } from "@/lib/wire/contracts/budgets/budgets";
import { queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable, orUnavailable } from "../failures";
import { cutPage } from "../list-cursor";
import { type Listed, offsetOf, type Page } from "../listing";
import { readSpent } from "../spend/budget-figures";
import { readDurationsByKind } from "../spend/budgeted-entities";
import type { DaySpan } from "../spend/summed-spans";
import type { KnownBudget } from "../spend/near-budgets";
import { budgetStatement, daysSince, STORED_BUDGETS, type StoredBudget } from "./budget-statement";
import { partsOf, spansOf } from "./window-parts";

export interface BudgetQuery extends Page {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly type?: PayerType | undefined;
  /** `near`: `near` of it is spent, or the warning is passed, and calls are not refused yet. */
  readonly condition?: (typeof BUDGET_CONDITIONS)[number] | undefined;
  /** Part of an id, a name or, for users, an e-mail address; upper and lower case are alike. */
  readonly search?: string | undefined;
  /** The part of a budget from which on it counts as nearly used up. */
  readonly near: number;
  /** Budgets that have no row in the database. */
  readonly others: readonly KnownBudget[];
}

/** A budget with what is booked in its present window, in nano-dollars. */
export interface ListedBudget {
  readonly type: PayerType;
  readonly id: string;
  readonly name: string | null;
  /** The team and the user of a member; null: it is not one. */
  readonly teamId: string | null;
  readonly userId: string | null;
  readonly maximum: bigint | null;
  readonly soft: bigint | null;
  readonly duration: string | null;
  readonly spent: bigint;
  /** What is spent of the limit, or of the warning where there is no limit; 1 and more: all of it. */
  readonly share: number;
  readonly window: BudgetWindow;
}

const HOUR_MS = 3_600_000;

const nano = z.string().transform(BigInt);
const listedRow = z.object({
  type: z.enum(BUDGET_TYPES),
  id: z.string(),
  name: z.string().nullable(),
  teamId: z.string().nullable(),
  userId: z.string().nullable(),
  maximum: nano.nullable(),
  soft: nano.nullable(),
  duration: z.string().nullable(),
  spent: nano,
  share: z.string(),
});

/**
 * One page of the budgets, those nearest to their end first. @throws GatewayError directory_unavailable,
 * database_too_slow
 */
export async function listBudgets(database: Database, query: BudgetQuery): Promise<Listed<ListedBudget>> {
  const { now, type, size } = query;
  const ofType = query.others.filter((budget) => type === undefined || budget.type === type);
  const [budgeted, spentOthers] = await Promise.all([
    orUnavailable(readDurationsByKind(database)),
    spentOfOthers(database, ofType, now),
  ]);
  const windows = [...new Set(budgeted.flatMap(({ duration }) => duration ?? []))]
    .map((duration) => ({ duration, ...budgetWindow(duration, now) }))
    .filter(({ end }) => Number.isFinite(end));
  const kinds = STORED_BUDGETS.filter(
    (kind) => (type === undefined || kind === type) && budgeted.some((one) => one.kind === kind),
  );
  const asked = { query, kinds, windows, others: JSON.stringify(spentOthers) };
  const [summed, usesDays] = await Promise.all([
    orUnavailable(readSummedSpans(database, windows)),
    orUnavailable(hasDays(database, windows)),
  ]);
  const read = await readBudgets(database, { ...asked, summed, usesDays });
  // Calls of a span that was summed have been booked meanwhile, or hours have become days.
  const found = read[0]?.whole === false ? await readBudgets(database, { ...asked, summed: [], usesDays: true }) : read;
  const cut = cutPage(
    found.filter(({ id }) => id !== null).map((row) => listedRow.parse(row)),
    size,
    (row) => ({ value: row.share, id: `${row.type} ${row.id}` }),
  );
  const rows = cut.rows.map((row) => ({ ...row, share: Number(row.share), window: budgetWindow(row.duration, now) }));
  return { rows, total: found[0]?.total ?? 0, next: cut.next };
}

interface FoundRow {
  readonly total: number;
  readonly whole: boolean;
  readonly id: string | null;
}

function readBudgets(
  { pool }: Database,
  {
    query: { condition, search, near, page, size, after },
    kinds,
    windows,
    others,
    summed,
    usesDays,
  }: {
    readonly query: BudgetQuery;
    readonly kinds: readonly StoredBudget[];
    readonly windows: readonly (BudgetWindow & { readonly duration: string })[];
    readonly others: string;
    readonly summed: readonly DaySpan[];
    readonly usesDays: boolean;
  },
): Promise<FoundRow[]> {
  const parts = partsOf(
    windows.filter(isWhole).map(({ duration, start, end }) => ({
      duration,
      from: start / HOUR_MS,
      until: end / HOUR_MS,
    })),
    summed,
  );
  const values = [
    windows.map(({ duration }) => duration),
    windows.map(({ start }) => start),
    windows.map(({ end }) => end),
    windows.map(isWhole),
    parts.hours.map(({ duration }) => duration),
    parts.hours.map(({ from }) => from),
    parts.hours.map(({ until }) => until),
    search ?? null,
    condition ?? null,
    others,
    size + 1,
    offsetOf({ page, size, after }),
    after?.value ?? null,
    parts.spans.map(({ duration }) => duration),
    parts.spans.map(({ days }) => days),
    parts.spans.map(({ day }) => day),
    near,
    after?.id ?? null,
  ];
  const statement = budgetStatement(kinds, { reaches: parts.reaches, spans: spansOf(parts), usesDays });
  return longOrUnavailable(queryGroups<FoundRow>(pool, statement, values));
}

/** The spans of days since the first window began whose sums are kept. */
async function readSummedSpans({ pool }: Database, windows: readonly BudgetWindow[]): Promise<readonly DaySpan[]> {
  if (windows.length === 0) return [];
  const first = Math.min(...windows.map(({ start }) => start)) / HOUR_MS;
  const { rows } = await pool.query<DaySpan>(
    "SELECT days, day FROM summed_spans WHERE is_whole AND day * 24 >= $1::float8",
    [first],
  );
  return rows;
}

/** Whether amounts of some window are kept by the day, instead of by the hour. */
async function hasDays({ pool }: Database, windows: readonly BudgetWindow[]): Promise<boolean> {
  if (windows.length === 0) return false;
  const from = Math.min(...windows.map(({ start }) => start)) / HOUR_MS;
  const { rows } = await pool.query<{ found: boolean }>(`SELECT EXISTS (${daysSince({ from })}) AS found`);
  return rows[0]?.found ?? true;
}

function isWhole({ start, end }: BudgetWindow): boolean {
  return start % HOUR_MS === 0 && end % HOUR_MS === 0;
}

async function spentOfOthers({ pool }: Pick<Database, "pool">, budgets: readonly KnownBudget[], now: number) {
  const asked = budgets.map(({ type, id, duration }) => ({ type, id, ...budgetWindow(duration, now) }));
  const spent = await orUnavailable(readSpent(pool, asked));
  return budgets.map((budget, at) => ({
    ...budget,
    maximum: String(budget.maximum),
    soft: budget.soft === null ? null : String(budget.soft),
    spent: String(spent[at] ?? 0n),
  }));
}
