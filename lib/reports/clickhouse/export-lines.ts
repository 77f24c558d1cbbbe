import { STORED_KINDS } from "@/lib/entity-type";
import { csvCell, csvRow } from "@/lib/reports/csv";
import type { ExportFormat } from "@/lib/reports/report-reader";
import { NAMES_OF_PAYERS, type PayerIdField, type PayerIds, type PayerNames } from "@/lib/wire/payer-names";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { LINE_PARTS } from "./line-cells";
import { Frames } from "./line-frames";

/** The ids whose names a line has, in the order in which it has them. */
const FIELDS: readonly PayerIdField[] = STORED_KINDS.map(({ field }) => field);
/** Names of so many ids of a kind are remembered while an export goes on. */
const MOST_NAMES = 50_000;

/** How the names of one id are written. */
const WRITE: Readonly<Record<ExportFormat, (field: PayerIdField, names: PayerNames | undefined) => string>> = {
  csv: (field, names) => NAMES_OF_PAYERS[field].map((column) => `,${csvCell(names?.[column] ?? null)}`).join(""),
  jsonl: (field, names) =>
    NAMES_OF_PAYERS[field].map((column) => `,"${column}":${JSON.stringify(names?.[column] ?? null)}`).join(""),
};
const NOTHING = Buffer.alloc(0);
/** What follows the names of a line, and what ends it. */
const END: Readonly<Record<ExportFormat, readonly [next: Buffer, last: Buffer]>> = {
  csv: [Buffer.from(","), Buffer.from("\r\n")],
  jsonl: [Buffer.from("}\n"), NOTHING],
};

/** What stands before the first line. */
export const HEAD: Readonly<Record<ExportFormat, string>> = { csv: csvRow(EXPORT_COLUMNS), jsonl: "" };

/** How ClickHouse has to answer. */
export const LINE_FORMAT = "TabSeparatedRaw";

/**
 * The cells of a line, for `SELECT`: the number `looked`, its place, its two parts, and the ids whose names stand
 * between these. As texts may hold anything, the first cell has their lengths.
 */
export function lineCells(format: ExportFormat, looked: string): string {
  const [before, behind] = LINE_PARTS[format];
  const lengths = FIELDS.map((field) => `if(isNull(${field}), '-', toString(length(${field})))`);
  const numbers = ["call_id", "line_before", "line_behind"].map((text) => `toString(length(${text}))`);
  const head = [`toString(${looked})`, "toString(toUnixTimestamp64Milli(started_at))", ...numbers, ...lengths];
  const texts = ["call_id", `${before} AS line_before`, `${behind} AS line_behind`];
  return [`concat(${head.join(", ' ', ")})`, ...texts, ...FIELDS.map((field) => `ifNull(${field}, '')`)].join(", ");
}

/** Reads the names of ids: the returned function gives those of one. */
export type ReadNames = (ids: readonly PayerIds[]) => Promise<(ids: PayerIds) => PayerNames>;

/** Some lines of an export. */
export interface WrittenLines {
  readonly lines: Buffer;
  readonly last: { readonly startedAt: number; readonly callId: string };
  /** How many rows were looked at for them. */
  readonly looked: number;
}

/** Puts names into lines that ClickHouse has written. */
export class LineWriter {
  readonly #names = FIELDS.map((field) => ({ field, known: new Map<string | null, Buffer>() }));
  constructor(
    private readonly format: ExportFormat,
    private readonly readNames: ReadNames,
  ) {}

  /** The lines of an answer with the cells of `lineCells`; undefined: it has none. @throws ClickHouseError */
  async write(answer: Buffer): Promise<WrittenLines | undefined> {
    const frames = new Frames(answer, 2, 3 + FIELDS.length);
    if (frames.rows === 0) return undefined;
    const rows = Array.from({ length: frames.rows }, (_, row) => row);
    const ids = FIELDS.map((_field, at) => rows.map((row) => frames.text(row, 3 + at)));
    await this.#learn(ids);
    const [next, end] = END[this.format];
    const parts: Uint8Array[] = [];
    for (const row of rows) {
      parts.push(frames.bytes(row, 1));
      this.#names.forEach(({ known }, at) => parts.push(known.get(ids[at]?.[row] ?? null) ?? NOTHING));
      parts.push(next, frames.bytes(row, 2), end);
    }
    const last = frames.rows - 1;
    return {
      lines: Buffer.concat(parts),
      last: { startedAt: frames.number(last, 1), callId: frames.text(last, 0) ?? "" },
      looked: frames.number(last, 0),
    };
  }

  /** Reads the names that are not known yet, each once. */
  async #learn(ids: readonly (readonly (string | null)[])[]): Promise<void> {
    const missing = this.#names.map(({ field, known }, at) => {
      if (known.size > MOST_NAMES) known.clear();
      return { field, known, ids: [...new Set(ids[at])].filter((id) => !known.has(id)) };
    });
    const wanted = missing.flatMap(({ field, ids: some }) =>
      some.flatMap((id): PayerIds[] => (id === null ? [] : [{ [field]: id }])),
    );
    const namesOf = wanted.length === 0 ? undefined : await this.readNames(wanted);
    for (const { field, known, ids: some } of missing)
      for (const id of some) {
        const names = id === null ? undefined : namesOf?.({ [field]: id });
        known.set(id, Buffer.from(WRITE[this.format](field, names)));
      }
  }
}
