import type { AccessRequest } from "@/lib/auth/decision";
import type { FactSettings } from "@/lib/auth/facts";
import { identify, isFault } from "@/lib/auth/identify";
import { allowingEntry, ROUTE_FAMILIES, type RouteFamily } from "@/lib/auth/routes";
import type { Settings } from "@/lib/config/schema";
import {
  pageOfKeyFacts,
  pageOfTeamFacts,
  pageOfUserFacts,
  readFactSnapshot,
} from "@/lib/store/directory/fact-snapshot";
import type { MatrixCell, MatrixChange, MatrixRow, RowKind } from "@/lib/wire/matrix";
import { settingsWithDraft } from "@/lib/gateway/explain/draft-settings";
import {
  idOfRow,
  keyRow,
  matrixCells,
  settingsRows,
  teamRow,
  userRow,
  type Cell,
  type Column,
  type Row,
} from "@/lib/gateway/explain/matrix";
import { changedCells, pairRows } from "@/lib/gateway/explain/matrix-changes";
import { NO_FACTS } from "@/lib/auth/nobody";
import { loadKnownIdentity } from "@/lib/gateway/request/known-identity";
import { decisionContracts, MATRIX_MODELS } from "@/lib/wire/contracts/decisions";
import { defineOperation, type CallerOperation, type Operation } from "@/lib/api/operation";
import type { Services } from "@/lib/gateway/services";

/** `/auth/matrix`: which caller may use which model or route, and by which rule. `operations`: the whole table. */
export function matrixOperations(operations: () => readonly Operation[]): CallerOperation[] {
  return [
    defineOperation(
      decisionContracts.matrix,
      async ({ services }, { kinds: wanted, models: asked, id, page, size }) => {
        const settings = services.settings.current();
        const names = asked ?? modelNames([settings]);
        const columns = columnsOf(names, operations());
        const { rows, total } = await rowsOf(services, settings, new Set(wanted), {
          offset: (page - 1) * size,
          limit: size,
          id,
        });
        const data: MatrixRow[] = [];
        for (const each of rows) {
          await services.wait(0); // let waiting calls run in between
          const cells = matrixCells(each, columns, settings, services.now()).map(cellView);
          data.push({ kind: each.kind, name: each.name, id: idOfRow(each), assuming: each.assuming, cells });
        }
        const shown = columns.map((one) => ({
          kind: one.kind,
          name: one.name,
          route: one.kind === "model" ? "/chat/completions" : one.route,
        }));
        return {
          body: {
            columns: shown,
            columns_total: columns.length + Math.max(0, names.length - MATRIX_MODELS),
            data,
            total,
            page,
            size,
          },
        };
      },
    ),
    defineOperation(
      decisionContracts.matrixChanges,
      async ({ services }, { settings: draft, kinds: wanted, models: asked }) => {
        const settings = { before: services.settings.current(), after: settingsWithDraft(services.settings, draft) };
        const columns = columnsOf(asked ?? modelNames([settings.before, settings.after]), operations());
        const page = { offset: 0, limit: MOST_ROWS, id: undefined };
        const before = await rowsOf(services, settings.before, new Set(wanted), page);
        const after = await rowsOf(services, settings.after, new Set(wanted), page);
        const pairs = pairRows(before.rows, after.rows);
        const changes: MatrixChange[] = [];
        for (const pair of pairs) {
          await services.wait(0); // let waiting calls run in between
          for (const { column, ...cells } of changedCells(pair, columns, settings, services.now()))
            changes.push({
              ...{ kind: pair.after.kind, name: pair.after.name, id: idOfRow(pair.after) },
              column: { kind: column.kind, name: column.name },
              ...{ before: cellView(cells.before), after: cellView(cells.after) },
            });
        }
        const lost = changes.filter(({ after: cell }) => !cell.allow);
        const gained = changes.filter(({ after: cell }) => cell.allow);
        return {
          body: {
            ...{ lost: lost.slice(0, MOST_CHANGES), lost_total: lost.length },
            ...{ gained: gained.slice(0, MOST_CHANGES), gained_total: gained.length },
            ...{ rows: pairs.length, rows_total: Math.max(before.total, after.total, pairs.length) },
          },
        };
      },
    ),
  ];
}

/** How many rows a draft is compared for at most. */
const MOST_ROWS = 500;
/** How many lost and how many gained cells are shown. */
const MOST_CHANGES = 200;

function cellView(cell: Cell): MatrixCell {
  return { ...cell, code: cell.code ?? null };
}

function columnsOf(names: readonly string[], operations: readonly Operation[]): Column[] {
  return [
    ...names.slice(0, MATRIX_MODELS).map((name) => ({ kind: "model", name }) as const),
    ...familyColumns(operations),
  ];
}

/** The model names of the model list, of scope and role mappings and of role permissions. */
function modelNames(all: readonly Settings[]): string[] {
  const names = all.flatMap(({ models: entries, jwtAuth }) => {
    const mappings = [...jwtAuth.scope_mappings, ...jwtAuth.role_mappings, ...jwtAuth.role_permissions];
    return [...entries.map((entry) => entry.model_name), ...mappings.flatMap(({ models }) => models ?? [])];
  });
  return [...new Set(names)];
}

/** One route for each family: one that belongs to no other family and, if possible, takes no model. */
function familyColumns(operations: readonly Operation[]): Column[] {
  return ROUTE_FAMILIES.filter((family) => family !== "public_routes").flatMap((family) => {
    const own = operations.filter((operation) => isOfFamily(operation, family));
    const operation = own.find(({ modelBody, path }) => !modelBody && !path.includes("{")) ?? own[0];
    return operation
      ? [
          {
            kind: "family",
            name: family,
            family: operation.family,
            access: operation.access,
            effect: operation.effect,
            method: operation.method,
            route: operation.path,
          } as const,
        ]
      : [];
  });
}

/** Info routes are recognised by shape. `/model/info`, also a management route, represents only the info routes. */
function isOfFamily({ path, family: own }: Operation, family: RouteFamily): boolean {
  const isInfo = allowingEntry(["info_routes"], { route: path, family: own }) !== undefined;
  return family === "info_routes" ? isInfo : own === family && !isInfo;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
  /** Only the team, the user or the key with this id. */
  readonly id: string | undefined;
}

/** One page of all rows: roles and scopes, then teams, users and keys. */
async function rowsOf(
  services: Services,
  settings: Settings,
  wanted: ReadonlySet<RowKind>,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { roles, scopes } = settingsRows(settings);
  const fixed =
    page.id === undefined ? [...(wanted.has("role") ? roles : []), ...(wanted.has("scope") ? scopes : [])] : [];
  const rows = fixed.slice(page.offset, page.offset + page.limit);
  let total = fixed.length;
  for (const [kind, read] of [
    ["team", teamRows],
    ["user", userRows],
    ["key", keyRows],
  ] as const) {
    if (!wanted.has(kind)) continue;
    const offset = Math.max(0, page.offset - total);
    const found = await read(services, settings, { offset, limit: page.limit - rows.length, id: page.id });
    rows.push(...found.rows);
    total += found.total;
  }
  return { rows, total };
}

async function teamRows(
  { database }: Services,
  settings: Settings,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { rows: teams, total } = await pageOfTeamFacts(database, page);
  const snapshot = await readFactSnapshot(database, {
    teamIds: teams.map(({ id }) => id),
    userIds: [],
    organizationIds: [],
    keyIds: [],
  });
  const rows = teams.map(async (team) => {
    const draft = teamRow(team, NO_FACTS, settings);
    return { ...draft, ...(await loadKnownIdentity(snapshot, draft.identity, ANY_REQUEST, factSettings(settings))) };
  });
  return { rows: await Promise.all(rows), total };
}

async function userRows(
  { database }: Services,
  settings: Settings,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { rows: users, total } = await pageOfUserFacts(database, page);
  const snapshot = await readFactSnapshot(database, {
    teamIds: [],
    userIds: users.map(({ id }) => id),
    organizationIds: [],
    keyIds: [],
  });
  const rows = users.map(async (user) => {
    const draft = userRow(user, NO_FACTS, settings);
    return { ...draft, ...(await loadKnownIdentity(snapshot, draft.identity, ANY_REQUEST, factSettings(settings))) };
  });
  return { rows: await Promise.all(rows), total };
}

async function keyRows(
  { database }: Services,
  { jwtAuth }: Settings,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { rows: keys, total } = await pageOfKeyFacts(database, page);
  const snapshot = await readFactSnapshot(database, {
    teamIds: [],
    userIds: [],
    organizationIds: [],
    keyIds: keys.map(({ id }) => id),
  });
  const rows = keys.flatMap((key) => {
    const identity = identify({ kind: "virtual-key", key }, jwtAuth);
    return isFault(identity)
      ? []
      : [
          loadKnownIdentity(snapshot, identity, ANY_REQUEST, factSettings({ jwtAuth })).then(({ facts }) =>
            keyRow(identity, facts),
          ),
        ];
  });
  return { rows: await Promise.all(rows), total };
}

function factSettings({ jwtAuth }: Pick<Settings, "jwtAuth">): FactSettings {
  return { scope: "shared", jwtAuth: [jwtAuth] };
}

/** Any request will do: a request changes the facts about an identity only if it names a team or an end user. */
const ANY_REQUEST: AccessRequest = {
  method: "GET",
  route: "/models",
  family: "openai_routes",
  access: "anyone",
  effect: "reads",
  model: undefined,
  requestedTeam: undefined,
  requestedOrganization: undefined,
  endUser: undefined,
};
