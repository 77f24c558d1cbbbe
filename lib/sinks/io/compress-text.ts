import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);
/** The byte of the header that names the operating system (RFC 1952 §2.3.1), and its value for an unknown one. */
const SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/**
 * Text as gzip, compressed outside the event loop. The same string always gives the same bytes: the header has no time
 * and names no operating system.
 */
export async function compressText(text: string): Promise<Buffer> {
  const bytes = await compress(text);
  bytes[SYSTEM_BYTE] = UNKNOWN_SYSTEM;
  return bytes;
}

/** Lines as JSON Lines: each ends with a line feed. */
export function joinLines(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
