import { CALL_FIELDS } from "@/lib/calls/columns";
import { STORED_KINDS } from "@/lib/entity-type";
import type { readEntityNames } from "@/lib/store/spend/payer-names";
import { NAMES_OF_PAYERS } from "@/lib/wire/payer-names";
import type { CallLines } from "./call-lines";
import type { LineFormat } from "./line-format";

/** Reads the names of ids, both by kind in the order of `STORED_KINDS`. */
export type ReadNames = (
  wanted: Parameters<typeof readEntityNames>[1],
) => Promise<Awaited<ReturnType<typeof readEntityNames>>>;

/**
 * Finds the names of the payers of the calls `from` to `to`, which is excluded. Each call gets a piece of its line for
 * each kind of payer, in the order of `PAYER_NAME_COLUMNS`.
 */
export type FindNames = (calls: CallLines, from: number, to: number) => Promise<readonly (readonly Uint8Array[])[]>;

/** The ids whose names an export has, and where a line has each. */
const PAYERS = STORED_KINDS.map(({ field }) => ({ at: CALL_FIELDS.indexOf(field), columns: NAMES_OF_PAYERS[field] }));
/** Names of this many ids of a kind are remembered while an export goes on. */
const MOST_NAMES = 5_000;

/** Finds the names of payers for one export. The returned function throws what `readNames` throws. */
export function findNamesBy(readNames: ReadNames, { namesPiece }: Pick<LineFormat, "namesPiece">): FindNames {
  const payers = PAYERS.map(({ at, columns }) => ({
    at,
    columns,
    known: new Map<string | null, Uint8Array>(),
    none: namesPiece(columns, []),
  }));

  /** Reads the names that are not known yet, each once. */
  async function learn(idsOfKinds: readonly (readonly (string | null)[])[]): Promise<void> {
    const missing = payers.map(({ known }, kind) => {
      if (known.size > MOST_NAMES) known.clear();
      const ids = new Set<string>();
      for (const id of idsOfKinds[kind] ?? []) if (id !== null && !known.has(id)) ids.add(id);
      return [...ids];
    });
    if (missing.every((ids) => ids.length === 0)) return;
    const found = await readNames(missing);
    for (const [kind, { known, columns, none }] of payers.entries())
      for (const id of missing[kind] ?? []) {
        const names = found[kind]?.get(id);
        known.set(id, names ? namesPiece(columns, [names.alias, names.other]) : none);
      }
  }

  return async (calls, from, to) => {
    const lines = Array.from({ length: to - from }, (_, nth) => (from + nth) * calls.columns);
    const idsOfKinds = payers.map(({ at }) => lines.map((first) => calls.textOf(first + at)));
    await learn(idsOfKinds);
    return lines.map((_, nth) =>
      payers.map(({ known, none }, kind) => known.get(idsOfKinds[kind]?.[nth] ?? null) ?? none),
    );
  };
}
