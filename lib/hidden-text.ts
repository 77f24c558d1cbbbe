/**
 * Characters that people do not see and models read: controls other than line breaks and tabs, directions, zero widths,
 * tags, variation selectors and halves of characters. In the first group, those that belong to an emoji, such as those
 * of a warning sign.
 */
const UNSEEN =
  /((?<=\p{Extended_Pictographic})\ufe0f|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic}))|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A part of a text. */
interface TextPart {
  readonly text: string;
  /** Whether it is a run of characters that nobody sees. */
  readonly isHidden: boolean;
}

/** A text in parts, those that nobody sees apart from the others. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const add = (part: string, isHidden: boolean): void => {
    const last = parts.at(-1);
    if (part === "") return;
    if (last?.isHidden === isHidden) parts[parts.length - 1] = { text: last.text + part, isHidden };
    else parts.push({ text: part, isHidden });
  };
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match[1] !== undefined) continue;
    add(text.slice(from, match.index), false);
    add(match[0], true);
    from = match.index + match[0].length;
  }
  add(text.slice(from), false);
  return parts;
}

/** Whether a text has characters that nobody sees. */
export function hasHidden(text: string): boolean {
  return textParts(text).some(({ isHidden }) => isHidden);
}

/** How many characters of a run are named one by one. */
const MOST_NAMED = 6;
const TAGS_FROM = 0xe0000;

/** A run of hidden characters in words: the text that tags spell, or the characters by their numbers. */
export function hiddenName(run: string): string {
  const points = [...run].map((character) => character.codePointAt(0) ?? 0);
  if (points.every((point) => point >= TAGS_FROM + 0x20 && point < TAGS_FROM + 0x7f))
    return `hidden text: ${points.map((point) => String.fromCodePoint(point - TAGS_FROM)).join("")}`;
  const named = points.slice(0, MOST_NAMED).map((point) => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`);
  const left = points.length - named.length;
  return named.join(" ") + (left > 0 ? ` and ${left} more` : "");
}

/** Any JSON value with what nobody sees in its texts and names made visible. */
export function withoutHidden(value: unknown): unknown {
  if (typeof value === "string")
    return textParts(value)
      .map(({ text, isHidden }) => (isHidden ? `⟨${hiddenName(text)}⟩` : text))
      .join("");
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [String(withoutHidden(name)), withoutHidden(member)]),
  );
}
