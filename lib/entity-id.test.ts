import { expect, test } from "vitest";
import { isEntityId, isReadableId, isReadableName } from "./entity-id";

/** A black flag, the letters of a part of the country as tags, and the end of the tags. */
const flagOf = (region: string): string =>
  `🏴${[...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")}\u{e007f}`;
const FLAGS = [flagOf("gbeng"), flagOf("gbsct"), flagOf("gbwls")] as const;

test.each<[what: string, text: string, id: boolean, name: boolean]>([
  ["plain letters", "team-red", true, true],
  ["a blank inside", "Team red", true, true],
  ["other scripts", "équipe 赤 команда فريق צוות", true, true],
  ["an emoji", "🚀", true, true],
  ["an emoji that is shown as a picture", "❤\ufe0f", false, true],
  ["a family, joined", "👩\u200d👧", false, true],
  ["Persian, with a non-joiner", "می\u200cخواهم", false, true],
  ["a turned text", "admin\u202egnp.exe", false, false],
  ["an isolate", "a\u2066b\u2069", false, false],
  ["a mark of direction", "a\u200eb", false, false],
  ["a space without width", "adm\u200bin", false, false],
  ["a word joiner", "adm\u2060in", false, false],
  ["a byte order mark", "\ufeffadmin", false, false],
  ["a soft hyphen", "ad\u00admin", false, false],
  ["a filler of Hangul", "admin\u3164", false, false],
  ["an empty pattern of Braille", "admin\u2800", false, false],
  ["a tag", "admin\u{e0061}", false, false],
  ["the flags of England, Scotland and Wales", FLAGS.join(" "), false, true],
  ["a flag alone", FLAGS[0], false, true],
  ["a black flag", "🏴", true, true],
  ["a flag that is not ended", FLAGS[0].slice(0, -2), false, false],
  ["a black flag with other tags", "🏴\u{e0061}\u{e0064}\u{e007f}", false, false],
  ["a flag with more tags behind it", `${FLAGS[0]}\u{e0061}\u{e007f}`, false, false],
  ["the tags of a flag behind a letter", `a${FLAGS[0].slice(2)}`, false, false],
  ["a line of its own", "a\u2028b", false, false],
  ["blanks alone", " \u00a0 ", false, false],
  ["a joiner alone", "\u200d", false, false],
])("an id or a name of %s", (_what, text, id, name) => {
  expect([isEntityId(text), isReadableId(text), isReadableName(text)]).toEqual([true, id, name]);
});

test.each(["", "a\nb", "\0", "\ud800", "x".repeat(257)])("no row has the id %j, nor the alias", (text) => {
  expect([isEntityId(text), isReadableId(text), isReadableName(text)]).toEqual([false, false, false]);
});
