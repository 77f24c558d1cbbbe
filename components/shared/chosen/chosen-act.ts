import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { UNDO_TEXT } from "../forms/undo-text";

/** What an act asks for before it can be done. */
export interface Asked {
  /** The id of whatever the rows are moved to; empty: none is named yet. */
  readonly target: string;
  /** Whether what belongs to the rows goes with them. */
  readonly cascades: boolean;
}

/** Something that can be done to several rows at once. */
export interface ChosenAct<Row> {
  /** The verb on its button: "Block". */
  readonly verb: string;
  /** What has become of the rows: "blocked". */
  readonly done: string;
  readonly icon: LucideIcon;
  readonly tone?: "danger";
  /** Whether it can be done to a row. */
  readonly isFor: (row: Row) => boolean;
  /** What it means, as a sentence. */
  readonly says: string;
  readonly act: (row: Row, asked: Asked) => Promise<unknown>;
  /** Takes it back. Absent: nothing does. */
  readonly undo?: (row: Row) => Promise<unknown>;
  /** The operation whose text says whether it can be undone. Absent: it takes nothing away. */
  readonly undoable?: keyof typeof UNDO_TEXT;
  /** The field for the target. Absent: it needs none. */
  readonly target?: (value: string, onChange: (id: string) => void) => ReactNode;
  /** The words of the choice to take along what belongs to the rows. Absent: there is no such choice. */
  readonly cascade?: { readonly label: string; readonly hint: string };
}
