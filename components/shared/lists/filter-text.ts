/** A filter of a list as it is named in the search field: `team` in `team:fraud`. */
export interface FilterTerm<Name extends string = string> {
  readonly name: Name;
  readonly word: string;
  /** The values that it may have, with their labels. Absent: any text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[] | undefined;
}

/** What the text of the search field asks for, or what is wrong with it, as a sentence. */
export type FilterText<Name extends string = string> =
  | { readonly set: Readonly<Partial<Record<Name, string>>>; readonly fault?: undefined }
  | { readonly fault: string };

const BLANK = /\s/;

/**
 * Reads `team:fraud status:refused "a b"` as filters. Values and words with blanks stand in quotes. `free`: the filter
 * that words without a colon set together; absent: the list has none.
 */
export function readFilterText<Name extends string>(
  text: string,
  filters: readonly FilterTerm<Name>[],
  free?: Name,
): FilterText<Name> {
  const parts = splitText(text);
  if (parts === undefined) return { fault: 'A quote " is not closed.' };
  const set: Partial<Record<Name, string>> = {};
  const words: string[] = [];
  for (const { word, value } of parts) {
    const filter = filters.find((one) => one.word === word.toLowerCase());
    if (word === "") {
      words.push(value);
      continue;
    }
    if (filter === undefined)
      // An id such as sk-...:1 may hold a colon, so it is free text where there is such a filter.
      if (free === undefined) return { fault: `There is no filter ${word}:. ${known(filters)}` };
      else words.push(`${word}:${value}`);
    else if (value === "") return { fault: `Write a value after ${filter.word}:, without a space.` };
    else {
      const found = valueOf(filter, value);
      if (found === undefined)
        return { fault: `${filter.word}: is one of ${(filter.options ?? []).map(shown).join(", ")}.` };
      set[filter.name] = found;
    }
  }
  if (words.length === 0) return { set };
  if (free === undefined) return { fault: `Write filters as WORD:VALUE. ${known(filters)}` };
  return { set: { ...set, [free]: words.join(" ") } };
}

function known(filters: readonly FilterTerm[]): string {
  return `Filters: ${filters.map(({ word }) => `${word}:`).join(" ")}`;
}

/** The value of a choice by its value or its label, in either case. */
function valueOf({ options }: FilterTerm, text: string): string | undefined {
  if (options === undefined) return text;
  const wanted = text.toLowerCase();
  return options.find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted)?.value;
}

function shown({ value, label }: { readonly value: string; readonly label: string }): string {
  return BLANK.test(label) ? value : label.toLowerCase();
}

interface Part {
  readonly word: string;
  readonly value: string;
}

/** The parts of a text between blanks outside quotes; undefined: a quote is not closed. */
function splitText(text: string): Part[] | undefined {
  const parts: Part[] = [];
  let [word, value, isIn, isQuoted] = ["", "", false, false];
  const end = (): void => {
    if (isIn) parts.push({ word, value });
    [word, value, isIn] = ["", "", false];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '"') [isQuoted, isIn] = [!isQuoted, true];
    else if (isQuoted && letter === "\\") value += text.charAt(++at);
    else if (!isQuoted && BLANK.test(letter)) end();
    else if (!isQuoted && letter === ":" && word === "" && value !== "") [word, value] = [value, ""];
    else [value, isIn] = [value + letter, true];
  }
  if (isQuoted) return undefined;
  end();
  return parts;
}
