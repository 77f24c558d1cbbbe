import type { PoolClient } from "pg";
import { CALL_FIELDS } from "@/lib/calls/columns";
import type { CallFilter } from "@/lib/calls/filter";
import { EVERY_NAME, type NameAccess } from "@/lib/store/spend/payer-names";
import { inTransaction, LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";
import { CallConditions, type CallSelection } from "./call-conditions";
import { selectionOf } from "./call-selection";
import { CSV_LINE, JSON_LINE } from "./export-lines";

const LINES = { csv: CSV_LINE, jsonl: JSON_LINE } as const;

/** Whether the reader of an export is still connected. */
export interface HangUp {
  readonly isGone: boolean;
  onGone(listener: () => void): void;
}

export interface CallExport {
  readonly filters: readonly CallFilter[];
  readonly format: keyof typeof LINES;
  readonly access: NameAccess;
  /** How many lines are read at once. */
  readonly pageSize: number;
}

/** The last call of a page. */
interface Last {
  readonly started_at: Date;
  readonly call_id: string;
}

/** The names that may be shown; null: all of them. */
interface Visible {
  readonly users: readonly string[] | null;
  readonly keys: readonly string[] | null;
  readonly endUsers: boolean;
}
const ALL_VISIBLE: Visible = { users: null, keys: null, endUsers: true };

const COLUMNS = CALL_FIELDS.map((column) => `page.${column}`).join(", ");
/**
 * Names are looked up one by one: hashing all users and keys for each page would take longer than writing its lines,
 * and so would compiling the statement.
 */
const PREPARE = `SELECT pg_backend_pid() AS id, set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('jit', 'off', true)`;
const PAGE_COLUMNS = CALL_FIELDS.join(", ");

/**
 * The lines of every call that meets the filters, in order of time and as UTF-8, page by page. The database writes the
 * lines, names included, so a page is one value here. Two pages are written side by side: the one that the reader waits
 * for, and the next. Nothing else is held in memory or in the database, however slow the reader is, which one `COPY` of
 * all lines would not achieve. When the reader hangs up, the running queries are cancelled. @throws the database's
 * error
 */
export async function* exportCalls(database: Database, wanted: CallExport, reader: HangUp): AsyncGenerator<Buffer> {
  const selection = await selectionOf(database, wanted.filters);
  const cancels = new Set<() => void>();
  const running = new Set<Promise<unknown>>();
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    for (const cancel of cancels) cancel();
  };
  reader.onGone(stop);

  /**
   * Does work that is cancelled when the reader hangs up. It is one transaction, because behind a pooler a second one
   * could run in another server process, which the cancellation would miss.
   */
  function ask<Answer>(work: (client: PoolClient) => Promise<Answer>): Promise<Answer | undefined> {
    let cancel: (() => void) | undefined;
    const asked = inTransaction(database.pool, LONG_LIMIT_MS, async (client) => {
      const { rows: processes } = await client.query<{ id: number }>(PREPARE);
      let cancelled: Promise<unknown> | undefined;
      cancel = () =>
        (cancelled ??= database.pool.query("SELECT pg_cancel_backend($1)", [processes[0]?.id]).catch(() => {}));
      cancels.add(cancel);
      if (isOver || reader.isGone) return undefined;
      const answer = await work(client);
      // A cancellation may take effect late and would then hit the connection's next statement. The error makes the
      // pool close the connection.
      if (cancelled !== undefined) throw new Error("The reader of the export has hung up");
      return answer;
    }).finally(() => {
      if (cancel) cancels.delete(cancel);
      running.delete(asked);
    });
    running.add(asked);
    asked.catch(() => {}); // those who await it get the error
    return asked;
  }

  const begin = (after: Last | undefined): Reading => ({
    after,
    page: ask((client) => readLines(client, wanted, selection, after)),
  });
  /** Begins the page after one that is being written; undefined: that is the last, or others need the connections. */
  async function beginBehind({ after }: Reading): Promise<Reading | undefined> {
    if (isBusy(database)) return undefined;
    const end = await ask((client) => readEnd(client, wanted, selection, after));
    return end && begin(end);
  }

  try {
    let reading = begin(undefined);
    let ahead: Promise<Reading | undefined> | undefined;
    while (!reader.isGone) {
      const page = await reading.page;
      if (!page || page.lines === 0) return;
      yield Buffer.from(page.text);
      if (page.lines < wanted.pageSize) return;
      const next = await ahead;
      // Calls that were booked meanwhile may have moved the end of the page.
      reading = next && isSame(next.after, page) ? next : begin(page);
      ahead = beginBehind(reading);
      ahead.catch(() => {});
    }
  } finally {
    stop();
    await Promise.allSettled(running);
  }
}

/** A page that the database is writing. It begins after the call `after`. */
interface Reading {
  readonly after: Last | undefined;
  readonly page: Promise<Page | undefined>;
}

function isSame(one: Last | undefined, other: Last): boolean {
  return one?.call_id === other.call_id && one.started_at.getTime() === other.started_at.getTime();
}

/** Whether others need the connections; an export then uses one at a time. */
function isBusy({ pool }: Database): boolean {
  return pool.totalCount - pool.idleCount > pool.options.max / 2;
}

interface Page extends Last {
  readonly text: string;
  readonly lines: number;
}

/** The last call of the page after a call; undefined: no call follows that page. */
async function readEnd(
  client: PoolClient,
  { pageSize }: CallExport,
  selection: readonly CallSelection[],
  last: Last | undefined,
): Promise<Last | undefined> {
  const conditions = conditionsOf(selection, last);
  const { rows } = await client.query<Last>(
    `SELECT started_at, call_id FROM calls WHERE ${conditions.sql} ORDER BY started_at, call_id LIMIT 2 OFFSET ${conditions.bind(pageSize - 1)}`,
    conditions.values,
  );
  return rows.length > 1 ? rows[0] : undefined;
}

function conditionsOf(selection: readonly CallSelection[], last: Last | undefined): CallConditions {
  const conditions = new CallConditions(selection);
  if (last) conditions.after(last.started_at.getTime(), last.call_id);
  return conditions;
}

async function readLines(
  client: PoolClient,
  { format, access, pageSize }: CallExport,
  selection: readonly CallSelection[],
  last: Last | undefined,
): Promise<Page | undefined> {
  const conditions = conditionsOf(selection, last);
  const page = `WITH page AS MATERIALIZED (
    SELECT ${PAGE_COLUMNS} FROM calls WHERE ${conditions.sql} ORDER BY started_at, call_id LIMIT ${conditions.bind(pageSize)})`;
  const { users, keys, endUsers } =
    access === EVERY_NAME ? ALL_VISIBLE : await readVisible(client, page, conditions, access);
  const may = (column: string, ids: readonly string[] | null): string =>
    ids === null ? "" : ` AND ${column} = ANY (${conditions.bind(ids)}::text[])`;
  const { rows } = await client.query<Page>(
    `${page}
    SELECT coalesce(string_agg(${LINES[format]}, '' ORDER BY started_at, call_id), '') AS text, count(*)::int AS lines,
      (SELECT started_at FROM page ORDER BY started_at DESC, call_id DESC LIMIT 1) AS started_at,
      (SELECT call_id FROM page ORDER BY started_at DESC, call_id DESC LIMIT 1) AS call_id
    FROM (
      SELECT ${COLUMNS}, keys.alias AS key_alias, keys.name AS key_name, users.alias AS user_alias, users.email AS user_email,
        teams.alias AS team_alias, organizations.alias AS organization_alias, end_users.alias AS end_user_alias
      FROM page
      LEFT JOIN keys ON keys.id = page.key_id${may("page.key_id", keys)}
      LEFT JOIN users ON users.id = page.user_id${may("page.user_id", users)}
      LEFT JOIN teams ON teams.id = page.team_id
      LEFT JOIN organizations ON organizations.id = page.organization_id
      LEFT JOIN end_users ON end_users.id = page.end_user_id AND ${endUsers}
      OFFSET 0) AS call`,
    conditions.values,
  );
  return rows[0];
}

/** The users and keys of a page whose names the caller may see. */
async function readVisible(
  client: PoolClient,
  page: string,
  { values }: CallConditions,
  access: NameAccess,
): Promise<Visible> {
  interface Payer {
    readonly kind: "key" | "user";
    readonly id: string;
    readonly userId: string | null;
    readonly teamId: string | null;
  }
  const { rows } = await client.query<Payer>(
    `${page}
    SELECT 'key' AS kind, id, user_id AS "userId", team_id AS "teamId" FROM keys WHERE id IN (SELECT key_id FROM page)
    UNION ALL
    SELECT 'user', id, NULL, NULL FROM users WHERE id IN (SELECT user_id FROM page)`,
    values,
  );
  return {
    keys: rows.filter((payer) => payer.kind === "key" && access.key(payer)).map(({ id }) => id),
    users: rows.filter(({ kind, id }) => kind === "user" && access.user(id)).map(({ id }) => id),
    endUsers: access.endUsers,
  };
}
