import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./bytes";
import { lastOfString } from "./string";

/** Where a member stands in the text of its object. */
export interface MemberText {
  /** As the text writes it, escapes included. */
  readonly name: string;
  /** The position of the name's opening quote. */
  readonly start: number;
  /** The positions after the colon, and of the comma or the brace that follows the value. White space lies between. */
  readonly value: number;
  readonly end: number;
}

/** The members of the object that is the next value from `from` on. The text must be JSON. */
export function memberTexts(text: string, from: number): MemberText[] {
  const members: MemberText[] = [];
  let level = 0;
  let name: string | undefined;
  let [start, value] = [0, 0];
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        level++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (--level > 0) break;
        if (name !== undefined) members.push({ name, start, value, end: at });
        return members;
      case COMMA:
        if (level > 1 || name === undefined) break;
        members.push({ name, start, value, end: at });
        name = undefined;
        break;
      case COLON:
        if (level === 1) value = at + 1;
        break;
      case QUOTE: {
        const last = lastOfString(text, at);
        if (level === 1 && name === undefined) {
          start = at;
          name = text.slice(at + 1, last);
        }
        at = last;
        break;
      }
      default:
    }
  }
  return members;
}
