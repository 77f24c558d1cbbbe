import type { Draft } from "./draft";

/**
 * A draft on its way to the playground. It is only in this variable until the page has it, because an address, the
 * history or the browser's storage would keep what it says.
 */
let handed: Draft | undefined;

export function handDraft(draft: Draft): void {
  handed = draft;
}

/**
 * The draft that was handed over last; undefined: none waits. Reading it leaves it there, because React may begin a
 * page several times before it shows it.
 */
export function handedDraft(): Draft | undefined {
  return handed;
}

/** Forgets a draft that its page has. */
export function dropHandedDraft(): void {
  handed = undefined;
}
