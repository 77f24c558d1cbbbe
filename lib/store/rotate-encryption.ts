import { wait } from "@/lib/time/io/wait";
import { Prisma } from "./generated/client";
import type { Database } from "./database";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns";
import type { SealFault, SecretBox } from "./secret-box";

/** What became of the strings of one column. */
export interface RotatedColumn {
  readonly column: SealedColumn;
  /** How many strings are sealed with the current key now; in a dry run, how many would be. */
  readonly rewritten: number;
  /** The rows that none of the keys opens, with the reason. They stay as they are. */
  readonly unreadable: readonly { readonly id: string; readonly fault: SealFault }[];
  /** How many rows other transactions held for too long. Running again rewrites them. */
  readonly locked: number;
}

export interface RotationOptions {
  readonly database: Database;
  readonly secrets: SecretBox;
  /** Counts what would be rewritten, and writes nothing. */
  readonly isDry: boolean;
  /** Called after each batch, with the number of rows of this column so far. */
  readonly onProgress: (column: SealedColumn, rows: number) => void;
}

const BATCH_ROWS = 200;
/** How many passes are made while other transactions hold rows locked, and the pause between two in milliseconds. */
const PASSES = 30;
const PAUSE_MS = 500;

/**
 * Seals with the current key every text in the database that another key has sealed. Rows are locked in short batches,
 * so that gateways keep running. Two runs at once, or a run after one that was stopped, do no work twice.
 * @throws the database's error
 */
export async function rotateEncryption(options: RotationOptions): Promise<readonly RotatedColumn[]> {
  const columns = Object.values(SEALED_COLUMNS).map((column): ColumnState => ({
    column,
    rewritten: 0,
    unreadable: new Map(),
    locked: 0,
  }));
  for (let pass = 0, open = columns; open.length > 0 && pass < PASSES; pass++) {
    if (pass > 0) await wait(PAUSE_MS);
    for (const state of open) await passOver(options, state);
    open = open.filter(({ locked }) => locked > 0);
  }
  return columns.map(({ unreadable, ...rest }) => ({
    ...rest,
    unreadable: [...unreadable].map(([id, fault]) => ({ id, fault })),
  }));
}

interface ColumnState extends Pick<RotatedColumn, "column"> {
  rewritten: number;
  readonly unreadable: Map<string, SealFault>;
  locked: number;
}

/** Goes once through the rows of a column. */
async function passOver(options: RotationOptions, state: ColumnState): Promise<void> {
  const { database, secrets, isDry, onProgress } = options;
  for (let after: string | undefined = ""; after !== undefined;) {
    const batch: Batch = await rotateBatch(options, state.column, after);
    state.rewritten += batch.rewritten;
    for (const { id, fault } of batch.unreadable) state.unreadable.set(id, fault);
    after = batch.last;
    if (after !== undefined) onProgress(state.column, state.rewritten + state.unreadable.size);
  }
  if (isDry) return;
  // A row that another key has sealed and that is not unreadable was locked, or was written meanwhile.
  const foreign = await foreignIds(database, secrets, state.column);
  state.locked = foreign.filter((id) => !state.unreadable.has(id)).length;
}

interface Batch {
  readonly rewritten: number;
  readonly unreadable: readonly { readonly id: string; readonly fault: SealFault }[];
  /** The last row of the batch; undefined: there are no more. */
  readonly last: string | undefined;
}

function rotateBatch(
  { database, secrets, isDry }: RotationOptions,
  column: SealedColumn,
  after: string,
): Promise<Batch> {
  const { table, key, name } = identifiers(column);
  return database.prisma.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string; sealed: string }[]>`
      SELECT ${key} AS id, ${name} AS sealed FROM ${table}
      WHERE ${name} IS NOT NULL AND NOT starts_with(${name}, ${secrets.prefix}) AND ${key} > ${after}
      ORDER BY ${key} LIMIT ${column.batchRows ?? BATCH_ROWS} ${isDry ? Prisma.empty : Prisma.sql`FOR NO KEY UPDATE SKIP LOCKED`}`;
    const opened = rows.map(({ id, sealed }) => ({ id, ...secrets.open(sealed, column.context(id)) }));
    const texts = opened.flatMap((row) => ("text" in row ? [row] : []));
    if (texts.length > 0 && !isDry) {
      const ids = texts.map(({ id }) => id);
      const sealed = texts.map(({ id, text }) => secrets.seal(text, column.context(id)));
      await transaction.$executeRaw`
        UPDATE ${table} SET ${Prisma.raw(column.column)} = resealed.text
        FROM unnest(${ids}::text[], ${sealed}::text[]) AS resealed (id, text) WHERE ${key} = resealed.id`;
    }
    return {
      rewritten: texts.length,
      unreadable: opened.flatMap((row) => ("fault" in row ? [{ id: row.id, fault: row.fault }] : [])),
      last: rows.at(-1)?.id,
    };
  });
}

async function foreignIds(database: Database, secrets: SecretBox, column: SealedColumn): Promise<readonly string[]> {
  const { table, key, name } = identifiers(column);
  const rows = await database.prisma.$queryRaw<{ id: string }[]>`
    SELECT ${key} AS id FROM ${table} WHERE ${name} IS NOT NULL AND NOT starts_with(${name}, ${secrets.prefix})`;
  return rows.map(({ id }) => id);
}

/** SQL names that need no escaping, because all of them come from `SEALED_COLUMNS`. */
function identifiers({ table, key, column }: SealedColumn): Readonly<Record<"table" | "key" | "name", Prisma.Sql>> {
  return { table: Prisma.raw(table), key: Prisma.raw(`${table}.${key}`), name: Prisma.raw(`${table}.${column}`) };
}
