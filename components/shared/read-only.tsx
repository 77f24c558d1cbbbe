"use client";
import { createContext, type ReactNode, useContext } from "react";

const ReadOnlyContext = createContext(false);

/** Provides `useReadOnly` to the parts of a page. */
export function ReadOnly({ readOnly, children }: { readOnly: boolean; children: ReactNode }) {
  return <ReadOnlyContext value={readOnly}>{children}</ReadOnlyContext>;
}

/** Whether the account may only look. The API refuses its writes in any case. */
export function useReadOnly(): boolean {
  return useContext(ReadOnlyContext);
}
