import { compareSpecificity } from "@/lib/patterns/wildcard";
import type { Candidate } from "./resolve";

/** Says in plain words which rule of precedence puts the first candidate before the second. */
export function explainPrecedence(before: Candidate, after: Candidate): string {
  const [a, b] = [before.specificity, after.specificity];
  if (before.entry.model_name === after.entry.model_name) return "Both have this model_name and share its calls.";
  if (a.exact !== b.exact) return "An exact name comes before every pattern.";
  if (a.literalCharacters !== b.literalCharacters) {
    return `More literal characters: ${a.literalCharacters} against ${b.literalCharacters}.`;
  }
  if (a.stars !== b.stars)
    return `The same number of literal characters (${a.literalCharacters}), but fewer stars: ${a.stars} against ${b.stars}.`;
  if (a.literalPrefix !== b.literalPrefix) {
    return `The same number of literal characters and stars, but more characters before the first star: ${a.literalPrefix} against ${b.literalPrefix}.`;
  }
  return "A tie by every rule: it comes earlier in the model list.";
}

/** Says why the winner of a resolution won; undefined if no entry serves the name. */
export function explainWinner(candidates: readonly Candidate[]): string | undefined {
  const [winner] = candidates;
  if (!winner) return undefined;
  const rival = candidates.find((candidate) => candidate.entry.model_name !== winner.entry.model_name);
  const shared = candidates.filter((candidate) => candidate.entry.model_name === winner.entry.model_name).length;
  const group = shared > 1 ? ` ${shared} entries have this model_name and share its calls.` : "";
  if (!rival) return `No other model_name fits.${group}`;
  const tie =
    compareSpecificity(winner.specificity, rival.specificity) === 0
      ? " Make one of the two more specific, so that the order does not matter."
      : "";
  return `Before ${JSON.stringify(rival.entry.model_name)}: ${lowerFirst(explainPrecedence(winner, rival))}${tie}${group}`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
