import type { Draft } from "./draft";

/**
 * A draft on its way to the playground. It is only in this variable until the page takes it, because an address, the
 * history or the browser's storage would keep what it says.
 */
let handed: Draft | undefined;

export function handDraft(draft: Draft): void {
  handed = draft;
}

/** The draft that was handed over last, once. Undefined: none waits. */
export function takeHandedDraft(): Draft | undefined {
  const draft = handed;
  handed = undefined;
  return draft;
}
