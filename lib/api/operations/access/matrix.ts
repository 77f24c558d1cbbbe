import { inSlices } from "@/lib/async/steps";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { paceOfTrial } from "@/lib/time/io/pace";
import type { MatrixCell, MatrixChange, MatrixRow } from "@/lib/wire/matrix";
import { settingsWithDraft } from "@/lib/gateway/explain/draft-settings";
import { idOfRow, matrixCells, routeOf, type Cell, type Column } from "@/lib/gateway/explain/matrix";
import { changePage, type RowChanges } from "@/lib/gateway/explain/change-page";
import { changedCells } from "@/lib/gateway/explain/matrix-changes";
import { MATRIX_VALUE } from "@/lib/gateway/explain/matrix-cursor";
import { decisionContracts, MATRIX_MODELS, MATRIX_SERVERS } from "@/lib/wire/contracts/decisions";
import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { defineOperation, type CallerOperation, type Operation } from "@/lib/api/operation";
import { familyColumns } from "./family-columns";
import { pairsOf, rowsOf } from "./matrix-rows";

const BY_KIND: ListOrder = { name: "matrix", kind: "text", value: MATRIX_VALUE };
const CHANGES_BY_KIND: ListOrder = { ...BY_KIND, name: "matrix_changes" };

/** `/auth/matrix`: which caller may use which model, tool server or route, and by which rule. */
export const matrixOperations: readonly CallerOperation[] = [
  defineOperation(
    decisionContracts.matrix,
    async ({ services, table }, { kinds: wanted, models: named, id, page, size, after }) => {
      const settings = services.settings.current();
      const names = named ?? modelNames([settings]);
      const columns = columnsOf(names, settings, table.all);
      const asked = { page, size, after };
      const { rows, ...listed } = await rowsOf(services, settings, new Set(wanted), {
        ...pageOf(asked, BY_KIND),
        id,
      });
      const data: MatrixRow[] = [];
      const pace = paceOfTrial();
      for (const each of rows) {
        const found = await inSlices(matrixCells(each, columns, settings, services.now()), pace);
        if (!found) throw tookTooLong();
        const cells = found.map(cellView);
        data.push({ kind: each.kind, name: each.name, id: idOfRow(each), assuming: each.assuming, cells });
      }
      const shown = columns.map((one) => ({ kind: one.kind, name: one.name, route: routeOf(one) }));
      return {
        body: {
          columns: shown,
          columns_total:
            columns.length +
            Math.max(0, names.length - MATRIX_MODELS) +
            Math.max(0, settings.mcpServers.length - MATRIX_SERVERS),
          data,
          ...pageFields(asked, BY_KIND, listed),
        },
      };
    },
  ),
  defineOperation(
    decisionContracts.matrixChanges,
    async ({ services, table }, { settings: draft, kinds: wanted, models: asked, size, after }) => {
      const settings = { before: services.settings.current(), after: settingsWithDraft(services.settings, draft) };
      const columns = columnsOf(asked ?? modelNames([settings.before, settings.after]), settings.before, table.all);
      const page = pageOf({ size, after }, CHANGES_BY_KIND);
      const { rows: pairs, ...listed } = await pairsOf(services, settings, new Set(wanted), page);
      const compared: RowChanges<MatrixChange>[] = [];
      const pace = paceOfTrial();
      for (const { pair, cursor } of pairs) {
        const found = await inSlices(changedCells(pair, columns, settings, services.now()), pace);
        if (!found) throw tookTooLong();
        const changes = found.map(({ column, ...cells }) => ({
          kind: pair.after.kind,
          name: pair.after.name,
          id: idOfRow(pair.after),
          column: { kind: column.kind, name: column.name },
          before: cellView(cells.before),
          after: cellView(cells.after),
        }));
        const lost = changes.filter(({ after: cell }) => !cell.allow);
        const gained = changes.filter(({ after: cell }) => cell.allow);
        compared.push({ cursor, lost, gained });
      }
      const { lost, gained, lostTotal, gainedTotal, ended } = changePage(compared, MOST_CHANGES);
      const { next } = pageFields({ size, after }, CHANGES_BY_KIND, { ...listed, next: ended ?? listed.next });
      return {
        body: {
          lost: [...lost],
          lost_total: lostTotal,
          gained: [...gained],
          gained_total: gainedTotal,
          rows: pairs.length,
          rows_total: Math.max(listed.total, pairs.length),
          next,
        },
      };
    },
  ),
];

/** How many lost and how many gained cells are shown. */
const MOST_CHANGES = 200;

function tookTooLong(): GatewayError {
  const message = "This many rows and models take too long at once. Ask for fewer: `size`, `kinds`, `models`.";
  return new GatewayError("invalid_request", message, { param: "size" });
}

function cellView(cell: Cell): MatrixCell {
  return { ...cell, code: cell.code ?? null };
}

function columnsOf(
  names: readonly string[],
  { mcpServers }: Pick<Settings, "mcpServers">,
  operations: readonly Operation[],
): Column[] {
  return [
    ...names.slice(0, MATRIX_MODELS).map((name) => ({ kind: "model", name }) as const),
    ...mcpServers.slice(0, MATRIX_SERVERS).map(({ name }) => ({ kind: "mcp_server", name }) as const),
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
