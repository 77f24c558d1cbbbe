import { CALL_FIELDS } from "@/lib/calls/columns";
import { STORED_KINDS } from "@/lib/entity-type";
import type { CallRow, CallValue, NamedRow } from "@/lib/store/calls/read-call-rows";
import { wait } from "@/lib/time/io/wait";
import { NAMES_OF_PAYERS, type PayerIds, type PayerNames } from "@/lib/wire/payer-names";

/** Reads the names of ids: the returned function gives those of one. */
export type ReadNames = (ids: readonly PayerIds[]) => Promise<(ids: PayerIds) => PayerNames>;

/** The ids whose names an export has, in the order in which it has them, and where a row has each id. */
const PAYERS = STORED_KINDS.map(({ field }) => ({ field, at: CALL_FIELDS.indexOf(field) }));
/** Names of this many ids of a kind are remembered while an export goes on. */
const MOST_NAMES = 50_000;
/** The calls whose names are read before other work gets its turn. */
const SLICE = 1_000;

/** Adds the names of payers to the calls of one export. */
export class NameCells {
  readonly #readNames: ReadNames;
  readonly #payers = PAYERS.map((payer) => ({ ...payer, known: new Map<CallValue, readonly CallValue[]>() }));

  constructor(readNames: ReadNames) {
    this.#readNames = readNames;
  }

  /** The calls with their names, as `PAYER_NAME_COLUMNS` has them. Throws what `readNames` throws. */
  async addTo(rows: readonly CallRow[]): Promise<readonly NamedRow[]> {
    const named: NamedRow[] = [];
    for (let from = 0; from < rows.length; from += SLICE) {
      if (from > 0) await wait(0);
      const slice = rows.slice(from, from + SLICE);
      await this.#learn(slice);
      for (const row of slice) named.push(this.#named(row));
    }
    return named;
  }

  #named(row: CallRow): NamedRow {
    const named = row.slice();
    for (const { at, known } of this.#payers) for (const name of known.get(row[at] ?? null) ?? []) named.push(name);
    return named;
  }

  /** Reads the names that are not known yet, each once. */
  async #learn(rows: readonly CallRow[]): Promise<void> {
    const missing = this.#payers.map(({ field, at, known }) => {
      if (known.size > MOST_NAMES) known.clear();
      const ids = new Set(rows.map((row) => row[at] ?? null));
      return { field, known, ids: [...ids].filter((id) => !known.has(id)) };
    });
    const wanted = missing.flatMap(({ field, ids }) =>
      ids.flatMap((id): PayerIds[] => (typeof id === "string" ? [{ [field]: id }] : [])),
    );
    const namesOf = wanted.length === 0 ? undefined : await this.#readNames(wanted);
    for (const { field, known, ids } of missing)
      for (const id of ids) {
        const names = typeof id === "string" ? namesOf?.({ [field]: id }) : undefined;
        known.set(
          id,
          NAMES_OF_PAYERS[field].map((column) => names?.[column] ?? null),
        );
      }
  }
}
