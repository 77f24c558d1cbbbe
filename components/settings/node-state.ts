import { journalTrouble } from "@/components/sentences/journal-words";
import { capitalised } from "@/components/shared/words";

/** The state of a part of the node that answers, as readiness tells it. */
export interface NodeState {
  readonly word: string;
  readonly isGood: boolean;
  /** Why it is not good, and what to do about that. */
  readonly because?: string;
}

/** One word for a state. The details that readiness gives are shown below it. */
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
