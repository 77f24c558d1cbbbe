import { GatewayError } from "@/lib/errors";
import { type CallerContext, type CallerOperation, defineOperation } from "@/lib/api/operation";
import { parseInput } from "@/lib/api/parse-input";
import { csvRow } from "@/lib/reports/csv";
import { readCsv } from "@/lib/reports/read-csv";
import { databaseFailure } from "@/lib/store/failures";
import { formatDay } from "@/lib/time/period";
import { tableContractsOf } from "@/lib/wire/contracts/tables";
import { ENTITY_TABLES, type ImportedRow, type ImportReport, type TableKind } from "@/lib/wire/tables/entity-tables";
import { keyOperations } from "../keys/keys";
import { keyChangeOperations } from "../keys/key-changes";
import { teamOperations } from "../identities/teams";
import { userOperations } from "../identities/users";
import { type PlannedRow, planImport, readTable, tableCell, type TableRow } from "./plan-import";

type Wire = Readonly<Record<string, unknown>>;

/** The operations that an import goes through, so that every rule, event and receipt of theirs holds for it. */
interface Kind {
  readonly operations: readonly CallerOperation[];
  readonly createBy: string;
  /** The field by which its operations name a row. */
  readonly named: string;
  readonly takesIds: boolean;
}

const KINDS: Readonly<Record<TableKind, Kind>> = {
  team: { operations: teamOperations, createBy: "team.new", named: "team_id", takesIds: true },
  user: { operations: userOperations, createBy: "user.new", named: "user_id", takesIds: true },
  key: {
    operations: [...keyOperations, ...keyChangeOperations],
    createBy: "key.generate",
    named: "key",
    takesIds: false,
  },
};

const PAGE = 500;

function operationOf(kind: TableKind, id: string): CallerOperation {
  const found = KINDS[kind].operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
}

/** The answer of an operation. @throws GatewayError */
async function ask(context: CallerContext, kind: TableKind, id: string, input: Wire): Promise<Wire> {
  const { body } = await operationOf(kind, id).answer(context, input);
  const answer: unknown = JSON.parse(String(body));
  return Object(answer) as Wire;
}

function tableOperations(kind: TableKind): readonly CallerOperation[] {
  const columns = ENTITY_TABLES[kind];
  const contracts = tableContractsOf[kind];
  return [
    defineOperation(contracts.export, async (context, { ids, search, blocked }) => {
      const filter = { search, blocked: blocked === undefined ? undefined : String(blocked) };
      const pages = ids ? chosenRows(context, kind, ids) : allRows(context, kind, filter);
      const body = await csvOf(
        columns.map(({ name }) => name),
        pages,
      );
      const headers = {
        "content-type": "text/csv; charset=utf-8; header=present",
        "content-disposition": `attachment; filename="${kind}s-${formatDay(context.services.now())}.csv"`,
        "cache-control": "no-store",
      };
      return { raw: { status: 200, headers, body } };
    }),
    defineOperation(contracts.import, async (context, { csv, dry_run: dryRun }) => {
      const lines = readCsv(csv);
      if (!lines) throw refused("A quote in the file is not closed.");
      const table = readTable(columns, lines);
      if (table.fault !== undefined) throw refused(table.fault);
      const existing = await readExisting(context, kind, idsOf(table.rows));
      const plan = planImport(
        {
          columns,
          idInput: KINDS[kind].named,
          takesIds: KINDS[kind].takesIds,
          check: (action, body) => faultOf(kind, action, body),
        },
        table.rows,
        existing,
      );
      const applies = !dryRun && plan.every(({ action }) => action !== "refuse");
      const rows = applies ? await applyPlan(context, kind, plan) : plan.map(shown);
      return { body: reportOf(rows, { dry_run: dryRun, applied: applies, ignored_columns: [...table.ignored] }) };
    }),
  ];
}

function refused(message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param: "csv" });
}

function idsOf(rows: readonly TableRow[]): string[] {
  return [...new Set(rows.flatMap(({ id, rawId }) => [id, rawId]).filter((id) => id !== undefined))];
}

/** What the input of the operation behind a row lacks, as its own refusal says it; undefined: nothing. */
function faultOf(kind: TableKind, action: "create" | "update", body: Wire): string | undefined {
  try {
    const { input } = operationOf(kind, action === "create" ? KINDS[kind].createBy : `${kind}.update`);
    if (input) parseInput(input, body);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error.message;
    throw error;
  }
}

/** The rows with these ids, by their ids. */
async function readExisting(
  context: CallerContext,
  kind: TableKind,
  ids: readonly string[],
): Promise<Map<string, Wire>> {
  const found = new Map<string, Wire>();
  for (const id of ids) {
    try {
      found.set(id, await ask(context, kind, `${kind}.info`, { [KINDS[kind].named]: id }));
    } catch (error) {
      if (!(error instanceof GatewayError) || (error.code !== "not_found" && error.code !== "invalid_request"))
        throw error;
    }
  }
  return found;
}

async function* chosenRows(context: CallerContext, kind: TableKind, ids: readonly string[]): AsyncGenerator<Wire[]> {
  yield [...(await readExisting(context, kind, ids)).values()];
}

/** Every row that the filters take, page by page. */
async function* allRows(context: CallerContext, kind: TableKind, filter: Wire): AsyncGenerator<Wire[]> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  for (let after: unknown; after !== null;) {
    const place = after === undefined ? {} : { after };
    const page = await ask(context, kind, `${kind}.list`, { ...given, ...place, size: PAGE, sort: "created_at" });
    yield Array.isArray(page["data"]) ? page["data"] : [];
    after = page["next"] ?? null;
  }
}

/**
 * A table as CSV, page by page, so that the largest holds up nobody and fills no memory. Resolves when the first page
 * is read. @throws what reading the first page throws
 */
async function csvOf(names: readonly string[], pages: AsyncGenerator<Wire[]>): Promise<AsyncIterable<Uint8Array>> {
  const linesOf = (rows: readonly Wire[]): string =>
    rows.map((row) => csvRow(names.map((name) => tableCell(row[name])))).join("");
  const first = await pages.next();
  return (async function* () {
    yield Buffer.from(csvRow(names) + linesOf(first.done ? [] : first.value));
    for await (const rows of pages) yield Buffer.from(linesOf(rows));
  })();
}

function shown({ body: _body, ...row }: PlannedRow): ImportedRow {
  return row;
}

/**
 * Does what each row plans. If the operation refuses a row, the refusal is reported with it, and the others go on. What
 * is no fault of the row, such as a database that does not answer, stops the import.
 */
async function applyPlan(context: CallerContext, kind: TableKind, plan: readonly PlannedRow[]): Promise<ImportedRow[]> {
  const rows: ImportedRow[] = [];
  let stopped: string | undefined;
  for (const { body, ...row } of plan) {
    if (context.request.isGone) stopped ??= "The caller hung up.";
    if (row.action !== "create" && row.action !== "update") rows.push(row);
    else if (stopped !== undefined) rows.push({ ...row, action: "refuse", error: stopped });
    else {
      const failure = await apply(context, kind, { ...row, body }).then(
        (done) => void rows.push(done),
        (error: unknown) => knownFailure(error),
      );
      if (failure) rows.push({ ...row, action: "refuse", error: failure.message });
      if (failure && failure.status >= 500) stopped = `Not tried, because line ${row.line} failed: ${failure.message}`;
    }
  }
  return rows;
}

/** Does what a row plans. @throws what the operation throws */
async function apply(context: CallerContext, kind: TableKind, { body, ...row }: PlannedRow): Promise<ImportedRow> {
  const answer = await ask(context, kind, row.action === "create" ? KINDS[kind].createBy : `${kind}.update`, body);
  const { key } = answer;
  const id = String(answer[ENTITY_TABLES[kind][0].name] ?? row.id);
  return { ...row, id, ...(row.action === "create" && typeof key === "string" && { key }) };
}

/** @throws what nobody has foreseen */
function knownFailure(thrown: unknown): GatewayError {
  const known = thrown instanceof GatewayError ? thrown : databaseFailure(thrown);
  if (!known) throw thrown;
  return known;
}

function reportOf(
  rows: ImportedRow[],
  head: Pick<ImportReport, "dry_run" | "applied" | "ignored_columns">,
): ImportReport {
  const count = (wanted: ImportedRow["action"]): number => rows.filter(({ action }) => action === wanted).length;
  return {
    ...head,
    created: count("create"),
    updated: count("update"),
    unchanged: count("none"),
    refused: count("refuse"),
    rows,
  };
}

/** `/team/export`, `/team/import`, and the same for users and keys. */
export const TABLE_OPERATIONS: readonly CallerOperation[] = (["team", "user", "key"] as const).flatMap(tableOperations);
