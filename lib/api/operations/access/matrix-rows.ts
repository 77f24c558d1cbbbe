import { requestFor } from "@/lib/auth/access-request";
import type { KeyFacts, TeamFacts, UserFacts } from "@/lib/auth/decision";
import type { FactSettings } from "@/lib/auth/facts";
import { identify, isFault } from "@/lib/auth/identify";
import { NO_FACTS } from "@/lib/auth/nobody";
import type { Settings } from "@/lib/config/schema";
import { idOfRow, keyRow, settingsRows, teamRow, userRow, type Row } from "@/lib/gateway/explain/matrix";
import { pairRows, type RowPair } from "@/lib/gateway/explain/matrix-changes";
import { behindCursor, firstBehind, cursorOfRow } from "@/lib/gateway/explain/matrix-cursor";
import { type KnownIdentity, loadKnownIdentity } from "@/lib/gateway/request/known-identity";
import type { Services } from "@/lib/gateway/services";
import {
  type FactPage,
  pageOfKeyFacts,
  pageOfTeamFacts,
  pageOfUserFacts,
  readFactSnapshot,
  type SnapshotQuery,
} from "@/lib/store/directory/fact-snapshot";
import { cutPage, type ListCursor } from "@/lib/store/list-cursor";
import { type Listed, offsetOf, type Page } from "@/lib/store/listing";
import { ROW_KINDS, type RowKind } from "@/lib/wire/matrix";

/** A row at its place. `row`: undefined for a key that nobody could present. */
interface RowWithCursor {
  readonly kind: RowKind;
  readonly id: string;
  readonly at: number;
  readonly row: Row | undefined;
}
interface Rows {
  readonly rows: readonly Omit<RowWithCursor, "kind">[];
  readonly total: number;
}

/**
 * One page of all rows: roles and scopes in the order of the settings, then teams, users and keys in the order of their
 * ids. `id`: only the team, the user or the key with this id.
 */
export async function rowsOf(
  services: Services,
  settings: Settings,
  wanted: ReadonlySet<RowKind>,
  { id, ...page }: Page & { readonly id?: string | undefined },
): Promise<Listed<Row>> {
  const found: RowWithCursor[] = [];
  let total = 0;
  for (const kind of ROW_KINDS) {
    if (!wanted.has(kind)) continue;
    const behind = behindCursor(kind, page.after);
    const range = { offset: Math.max(0, offsetOf(page) - total), limit: page.size + 1 - found.length, id };
    const read =
      kind === "role" || kind === "scope"
        ? ofSettings(kind, settings, range, (names) => firstBehind(names, behind))
        : await READ[kind](services, settings, {
            ...range,
            ...(behind.rows === "none" && { limit: 0 }),
            ...(behind.rows === "some" && { after: behind.id }),
          });
    found.push(...read.rows.map((row) => ({ kind, ...row })));
    total += read.total;
  }
  const { rows, next } = cutPage(found, page.size, ({ kind, id: ended, at }) => cursorOfRow(kind, ended, at));
  return { rows: rows.flatMap(({ row }) => row ?? []), total, next };
}

/** A row under two settings, at its place. */
export interface PlacedPair {
  readonly pair: RowPair;
  readonly cursor: ListCursor;
}

/**
 * One page of the rows of two settings, each row once: roles and scopes of the first, then those that only the second
 * has, and then teams, users and keys, which both have in the same order.
 */
export async function pairsOf(
  services: Services,
  settings: { readonly before: Settings; readonly after: Settings },
  wanted: ReadonlySet<RowKind>,
  page: Pick<Page, "size" | "after">,
): Promise<Listed<PlacedPair>> {
  const ofKinds = (["role", "scope"] as const)
    .filter((kind) => wanted.has(kind))
    .map((kind) => {
      const rows = (each: Settings): readonly Row[] => settingsRows(each)[kind === "role" ? "roles" : "scopes"];
      const pairs = pairRows(rows(settings.before), rows(settings.after));
      const all = pairs.map((pair, at) => ({ pair, cursor: cursorOfRow(kind, pair.after.name, at) }));
      const names = pairs.map(({ after }) => after.name);
      return { all, behind: all.slice(firstBehind(names, behindCursor(kind, page.after))) };
    });
  const behind = ofKinds.flatMap((kind) => kind.behind);
  const total = ofKinds.reduce((sum, { all }) => sum + all.length, 0);
  const shown = behind.slice(0, page.size);
  const stored = await storedPairs(services, settings, wanted, { ...page, size: page.size - shown.length });
  const hasMore =
    behind.length > shown.length || (stored.rows.length === 0 && stored.total > 0 && shown.length === page.size);
  return {
    rows: [...shown, ...stored.rows],
    total: total + stored.total,
    next: hasMore ? shown.at(-1)?.cursor : stored.next,
  };
}

/**
 * The pairs of teams, users and keys. Rows may come and go between the two reads; if the pages differ, both are read
 * again, up to three times.
 */
async function storedPairs(
  services: Services,
  { before, after }: { readonly before: Settings; readonly after: Settings },
  wanted: ReadonlySet<RowKind>,
  page: Pick<Page, "size" | "after">,
): Promise<Listed<PlacedPair>> {
  const kinds = new Set([...wanted].filter((kind) => kind !== "role" && kind !== "scope"));
  const ask = (settings: Settings): Promise<Listed<Row>> => rowsOf(services, settings, kinds, { page: 1, ...page });
  for (let tries = 3; ; tries--) {
    const [own, drafted] = [await ask(before), await ask(after)];
    if (tries > 1 && JSON.stringify(own.next) !== JSON.stringify(drafted.next)) continue;
    const rows = pairRows(own.rows, drafted.rows).map((pair) => ({
      pair,
      cursor: cursorOfRow(pair.after.kind, idOfRow(pair.after) ?? pair.after.name, 0),
    }));
    return { rows, total: own.total, next: own.next };
  }
}

function ofSettings(
  kind: "role" | "scope",
  settings: Settings,
  { offset, limit, id }: FactPage,
  first: (names: readonly string[]) => number,
): Rows {
  if (id !== undefined) return { rows: [], total: 0 };
  const { roles, scopes } = settingsRows(settings);
  const all = (kind === "role" ? roles : scopes).map((row, at) => ({ id: row.name, at, row }));
  const from = first(all.map((row) => row.id)) + offset;
  return { rows: all.slice(from, from + limit), total: all.length };
}

type ReadRows = (services: Services, settings: Settings, page: FactPage) => Promise<Rows>;

const READ: Readonly<Record<"team" | "user" | "key", ReadRows>> = {
  async team({ database }, settings, page) {
    const { rows, total } = await pageOfTeamFacts(database, page);
    const known = await identities(database, settings, { teamIds: rows.map(({ id }) => id) });
    return {
      rows: await Promise.all(rows.map((team) => placed(team, () => known(teamRow(team, NO_FACTS, settings))))),
      total,
    };
  },
  async user({ database }, settings, page) {
    const { rows, total } = await pageOfUserFacts(database, page);
    const known = await identities(database, settings, { userIds: rows.map(({ id }) => id) });
    return {
      rows: await Promise.all(rows.map((user) => placed(user, () => known(userRow(user, NO_FACTS, settings))))),
      total,
    };
  },
  async key({ database }, settings, page) {
    const { rows, total } = await pageOfKeyFacts(database, page);
    const known = await identities(database, settings, { keyIds: rows.map(({ id }) => id) });
    const rowOf = async (key: KeyFacts): Promise<Row | undefined> => {
      const identity = identify({ kind: "virtual-key", key }, settings.jwtAuth);
      return isFault(identity) ? undefined : known(keyRow(identity, NO_FACTS));
    };
    return { rows: await Promise.all(rows.map((key) => placed(key, () => rowOf(key)))), total };
  },
};

async function placed(
  { id }: TeamFacts | UserFacts | KeyFacts,
  row: () => Promise<Row | undefined>,
): Promise<Omit<RowWithCursor, "kind">> {
  return { id, at: 0, row: await row() };
}

/** Makes a function that adds the facts to a row. The facts are read at once, for all that these ids lead to. */
async function identities(
  database: Services["database"],
  { jwtAuth }: Pick<Settings, "jwtAuth">,
  ids: Partial<SnapshotQuery>,
): Promise<(row: Row) => Promise<Row>> {
  const snapshot = await readFactSnapshot(database, {
    teamIds: [],
    userIds: [],
    organizationIds: [],
    keyIds: [],
    ...ids,
  });
  const settings: FactSettings = { scope: "shared", jwtAuth: [jwtAuth] };
  return async (row) => {
    const known: KnownIdentity = await loadKnownIdentity(snapshot, row.identity, ANY_REQUEST, settings);
    return { ...row, ...known };
  };
}

/** Any request will do, because only one that names a team or an end user changes the facts about an identity. */
const ANY_REQUEST = requestFor("GET", { path: "/models", family: "openai_routes", access: "anyone", effect: "reads" });
