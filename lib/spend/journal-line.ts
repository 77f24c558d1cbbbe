import { crc32 } from "node:zlib";

/**
 * `open`: the row a call gets if nothing more is heard of it. `end`: the row of a finished call. `kept`: what an
 * upstream keeps of an answer, and who owns it.
 */
const KINDS = ["open", "end", "kept"] as const;
export type LineKind = (typeof KINDS)[number];

export interface JournalLine {
  readonly kind: LineKind;
  /** The row as JSON, byte for byte as it was given. */
  readonly row: string;
}

/** `{"sum":"0a1b2c3d","end":{…}}`: a JSON object whose sum is the CRC-32 of what follows the first comma. */
const HEAD = '{"sum":"';
const BODY_AT = HEAD.length + 8 + '",'.length;

/** One line of the journal, its newline included. `row` is a JSON object without line breaks. */
export function encodeLine(kind: LineKind, row: string): string {
  const body = `"${kind}":${row}}`;
  return `${HEAD}${checksum(body)}",${body}\n`;
}

/** Reads a line back, without its newline; undefined when it is torn or not what was written. */
export function decodeLine(line: string): JournalLine | undefined {
  const body = line.slice(BODY_AT);
  if (!line.startsWith(HEAD) || line.slice(HEAD.length, BODY_AT) !== `${checksum(body)}",`) return undefined;
  const kind = KINDS.find((one) => body.startsWith(`"${one}":`));
  return kind && { kind, row: body.slice(kind.length + 3, -1) };
}

/** Whether the bytes of an unfinished line are how a line of the journal begins. */
export function beginsLine(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, HEAD.length);
  return start !== "" && HEAD.startsWith(start);
}

/** Each byte in hexadecimal: a table is ten times as fast as `toString(16)`. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function checksum(text: string): string {
  const sum = crc32(text);
  return `${HEX[sum >>> 24]}${HEX[(sum >>> 16) & 0xff]}${HEX[(sum >>> 8) & 0xff]}${HEX[sum & 0xff]}`;
}
