import { compareLists, type DifferenceLine } from "@/components/shared/difference";

/** Answers of more words than this are compared line by line: the comparison takes the product of both. */
const MOST_WORDS = 1500;
/** And of more lines than this not at all. */
const MOST_LINES = 3000;

/**
 * What two answers share and in what they differ, as runs of text in their order: word by word, or line by line for
 * long ones. `kind` "removed": only in the first; "added": only in the second. Undefined: too long to compare.
 */
export function answerDifference(first: string, second: string): DifferenceLine[] | undefined {
  const words = [first, second].map((text) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []);
  const lines = [first, second].map((text) => text.split(/(?<=\n)/));
  const fits = (parts: readonly (readonly string[])[], most: number) => parts.every(({ length }) => length <= most);
  const parts = fits(words, MOST_WORDS) ? words : fits(lines, MOST_LINES) ? lines : undefined;
  return parts && joined(compareLists(parts[0] ?? [], parts[1] ?? []));
}

function joined(parts: readonly DifferenceLine[]): DifferenceLine[] {
  const runs: DifferenceLine[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last?.kind === part.kind) runs[runs.length - 1] = { kind: part.kind, text: last.text + part.text };
    else runs.push(part);
  }
  return runs;
}

/** How much two answers share: 0 to 1, by their characters. */
export function shared(runs: readonly DifferenceLine[]): number {
  const length = (kinds: readonly string[]) =>
    runs.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { text }) => sum + text.length, 0);
  const same = length(["same"]);
  const all = 2 * same + length(["removed", "added"]);
  return all === 0 ? 1 : (2 * same) / all;
}
