import { useState } from "react";
import type { Versioned } from "@/components/api/client";
import { useKeptState } from "./kept-state";
import { type EditVersion, useVersion } from "./use-version";

/** The row that a form was opened with, with its version. Null: the form creates a row, or its row has no version. */
interface Opened<Row> {
  readonly row: Row | null;
  readonly etag: string | null;
}

/** A form that creates or changes a row: what it holds, and what it was opened with. */
export interface RowEdit<Row, Draft> {
  readonly draft: Draft;
  /** The row as of when the form was opened; null: the form creates one. */
  readonly row: Row | null;
  readonly change: (to: Partial<Draft>) => void;
  /** Whether the draft comes from an earlier visit. */
  readonly isRestored: boolean;
  /** The version that a save is based on. */
  readonly version: EditVersion;
  /** Drops the draft, and begins again with the row as it was opened, or with another version of it. */
  readonly startOver: (from?: Versioned<Row>) => void;
  /** Forgets the draft, as after a save. The form stays as it is. */
  readonly forget: () => void;
}

/**
 * Edits a row in a form whose draft outlives the page. `name`: what is edited. `opened`: the row, with its version;
 * undefined: the form creates one. `keptOf`: what the browser may keep of a draft that can hold secrets.
 */
export function useRowEdit<Row extends object, Draft extends object>({
  name,
  opened,
  draftOf,
  keptOf,
}: {
  name: string;
  opened: Versioned<Row> | undefined;
  draftOf: (row: Row | undefined) => Draft;
  keptOf?: (draft: Draft, row: Row | undefined) => Draft;
}): RowEdit<Row, Draft> {
  const made = (from: Versioned<Row> | undefined): Draft & Opened<Row> => ({
    ...draftOf(from?.body),
    row: from?.body ?? null,
    etag: from?.etag ?? null,
  });
  const kept = useKeptState(name, () => made(opened));
  const { row, etag } = kept.state;
  /** The last draft of a form whose secrets the browser does not keep. */
  const [whole, setWhole] = useState<Draft>();
  const draft = whole ?? kept.state;
  const version = useVersion(etag ?? undefined);
  return {
    draft,
    row,
    change(to) {
      if (!keptOf) return kept.update((state) => ({ ...state, ...to }));
      const changed = { ...draft, ...to };
      setWhole(changed);
      kept.update((state) => ({ ...state, ...keptOf(changed, row ?? undefined) }));
    },
    isRestored: kept.isRestored,
    version,
    startOver(from = opened) {
      version.basedOn(from?.etag);
      setWhole(undefined);
      kept.startOver(made(from));
    },
    forget: kept.forget,
  };
}
