"use client";
import { useState } from "react";
import { useReadOnly } from "@/components/shared/read-only";
import { type Act, actIn } from "./verbs";

/**
 * Begins what the address of a page asks for (`act`), once its row is known. Later answers about the row begin nothing
 * again. Accounts that may only look begin nothing.
 */
export function useAct<Row>(asked: string, row: Row | undefined, begin: (act: Act, row: Row) => void): void {
  const act = useReadOnly() ? undefined : actIn(asked);
  const due = row === undefined ? undefined : act;
  const [begun, setBegun] = useState<Act>();
  if (due === begun) return;
  setBegun(due);
  if (due !== undefined && row !== undefined) begin(due, row);
}
