/** The kinds of entity that sentences about decisions name by an id, and that may have a name too. */
export const SENTENCE_KINDS = ["team", "user", "organization", "end_user", "key"] as const;
export type SentenceKind = (typeof SENTENCE_KINDS)[number];

/** A piece of a sentence. All texts in their order are the sentence. */
export type SentencePart =
  | { readonly is: "text"; readonly text: string }
  /** An id as the sentence quotes or masks it. A long one is cut and ends in "...". */
  | { readonly is: "id"; readonly kind: SentenceKind; readonly id: string; readonly text: string }
  | { readonly is: "time"; readonly iso: string; readonly text: string };

/** The words before an id that say whose it is. Those of `undefined` say that it is nobody's. */
const WORDS: Readonly<Record<string, SentenceKind | undefined>> = {
  team: "team",
  teams: "team",
  group: "team",
  groups: "team",
  user: "user",
  users: "user",
  organisation: "organization",
  organisations: "organization",
  "end user": "end_user",
  key: "key",
};
const PIECES =
  /("(?:[^"\\]|\\[^]?)*"?)|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)|(\bsk-\.\.\.[\w-]+)|\b(team|teams|group|groups|user|users|organisation|organisations|end user|key)(?= "| \(")/g;

/**
 * Finds the ids and times in a sentence about a decision. An id is quoted behind the word for its kind, alone or in a
 * list (`the teams "a", "b"`). A key is masked (`the key sk-...abcd`).
 */
export function sentenceParts(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  let end = 0;
  let kind: SentenceKind | undefined;
  const add = (part: SentencePart, from: number): void => {
    if (from > end) parts.push({ is: "text", text: sentence.slice(end, from) });
    parts.push(part);
    end = from + part.text.length;
  };
  for (const match of sentence.matchAll(PIECES)) {
    const [text, quoted, iso, masked, word] = match;
    if (word !== undefined) kind = WORDS[word];
    else if (iso !== undefined) add({ is: "time", iso, text }, match.index);
    else if (masked !== undefined) add({ is: "id", kind: "key", id: masked, text }, match.index);
    else if (quoted !== undefined) {
      const id = unquoted(quoted);
      if (kind !== undefined && id !== undefined) add({ is: "id", kind, id, text }, match.index);
      if (!/^(, | and )"/.test(sentence.slice(match.index + text.length))) kind = undefined;
    }
  }
  if (end < sentence.length) parts.push({ is: "text", text: sentence.slice(end) });
  return parts;
}

function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the id shown in a sentence, which may be cut, is this one. */
export function isIdOf(shown: string, id: string): boolean {
  return shown === id || (shown.endsWith("...") && shown.length > 3 && id.startsWith(shown.slice(0, -3)));
}
