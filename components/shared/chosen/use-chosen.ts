"use client";
import { useState } from "react";
import type { Choosing } from "./choose-box";

const NONE: ReadonlySet<string> = new Set();

/** The chosen rows of a list, which stay chosen while the list is read again. */
export interface Chosen<Row> extends Choosing<Row> {
  /** Those of them that the list shows. */
  readonly among: (rows: readonly Row[]) => Row[];
  readonly chooseAll: (rows: readonly Row[]) => void;
  readonly chooseNone: () => void;
}

/** `page`: what the list shows, as a string. Rows of another page are not chosen: nobody sees what becomes of them. */
export function useChosen<Row>(keyOf: (row: Row) => string, page: string): Chosen<Row> {
  const [state, setState] = useState({ page, keys: NONE });
  const keys = state.page === page ? state.keys : NONE;
  const isChosen = (row: Row): boolean => keys.has(keyOf(row));
  return {
    isChosen,
    choose(row, isIn) {
      const key = keyOf(row);
      setState({ page, keys: new Set(isIn ? [...keys, key] : [...keys].filter((other) => other !== key)) });
    },
    among: (rows) => rows.filter(isChosen),
    chooseAll: (rows) => setState({ page, keys: new Set(rows.map(keyOf)) }),
    chooseNone: () => setState({ page, keys: NONE }),
  };
}
