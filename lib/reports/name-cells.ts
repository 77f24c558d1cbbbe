import { CALL_FIELDS } from "@/lib/calls/columns";
import { STORED_KINDS } from "@/lib/entity-type";
import type { CallRow, CallValue, NamedRow } from "@/lib/store/calls/read-call-rows";
import type { readEntityNames } from "@/lib/store/spend/payer-names";
import { wait } from "@/lib/time/io/wait";
import { NAMES_OF_PAYERS } from "@/lib/wire/payer-names";

/** Reads the names of ids, both by kind in the order of `STORED_KINDS`. */
export type ReadNames = (
  wanted: Parameters<typeof readEntityNames>[1],
) => Promise<Awaited<ReturnType<typeof readEntityNames>>>;

/** The ids whose names an export has, where a row has each, and how many names each has. */
const PAYERS = STORED_KINDS.map(({ field }) => ({
  at: CALL_FIELDS.indexOf(field),
  columns: NAMES_OF_PAYERS[field].length,
}));
/** Names of this many ids of a kind are remembered while an export goes on. */
const MOST_NAMES = 5_000;
/** The calls whose names are read before other work gets its turn. */
const SLICE = 1_000;

/** Adds the names of payers to the calls of one export. */
export class NameCells {
  readonly #readNames: ReadNames;
  readonly #payers = PAYERS.map((payer) => ({
    ...payer,
    known: new Map<CallValue, readonly CallValue[]>(),
    none: Array.from({ length: payer.columns }, () => null),
  }));

  constructor(readNames: ReadNames) {
    this.#readNames = readNames;
  }

  /** The calls with their names, as `PAYER_NAME_COLUMNS` has them. Throws what `readNames` throws. */
  readonly addTo = async (rows: readonly CallRow[]): Promise<readonly NamedRow[]> => {
    const named: NamedRow[] = [];
    for (let from = 0; from < rows.length; from += SLICE) {
      if (from > 0) await wait(0);
      const slice = rows.slice(from, from + SLICE);
      await this.#learn(slice);
      for (const row of slice) named.push(this.#named(row));
    }
    return named;
  };

  #named(row: CallRow): NamedRow {
    const named = row.slice();
    for (const { at, known, none } of this.#payers)
      for (const name of known.get(row[at] ?? null) ?? none) named.push(name);
    return named;
  }

  /** Reads the names that are not known yet, each once. */
  async #learn(rows: readonly CallRow[]): Promise<void> {
    const missing = this.#payers.map(({ at, known }) => {
      if (known.size > MOST_NAMES) known.clear();
      const ids = new Set<string>();
      for (const row of rows) {
        const id = row[at];
        if (typeof id === "string" && !known.has(id)) ids.add(id);
      }
      return [...ids];
    });
    if (missing.every((ids) => ids.length === 0)) return;
    const found = await this.#readNames(missing);
    for (const [kind, { known, columns, none }] of this.#payers.entries())
      for (const id of missing[kind] ?? []) {
        const names = found[kind]?.get(id);
        known.set(id, names ? [names.alias, names.other].slice(0, columns) : none);
      }
  }
}
