import { journalTrouble } from "@/components/sentences/journal-text";
import { capitalised } from "@/components/shared/wording";

/** The state of a part of the node that answers, from its readiness. */
export interface NodeState {
  readonly word: string;
  readonly isGood: boolean;
  /** Why the state is not good, and what to do about it. */
  readonly because?: string;
}

/** A state of readiness as one word. Its details are shown below the word. */
export function nodeState(value: string): NodeState {
  if (value === "ok") return { word: "OK", isGood: true };
  if (value === "ready" || value === "connected") return { word: capitalised(value), isGood: true };
  if (!value.includes(" ")) return { word: capitalised(value.replaceAll("_", " ")), isGood: false };
  return { word: "Failing", isGood: false, because: withStop(capitalised(value)) };
}

/** The state of the spend journal, with what to do about its trouble. */
export function journalState(value: string): NodeState {
  if (value === "ok") return nodeState(value);
  const { short, what, remedy } = journalTrouble(value);
  return { word: capitalised(short), isGood: false, because: `${what}. ${remedy}` };
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
