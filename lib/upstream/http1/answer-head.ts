/** The head of an answer, and what it says about the bytes behind it. */
export interface AnswerHead {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string | string[] | undefined>;
  readonly framing: Framing;
  /** For how long the connection may be kept for another call, in milliseconds; 0: not at all. */
  readonly keptMs: number;
}

/** Where the body ends: after this many bytes, after its last chunk, or with the connection. */
export type Framing =
  | { readonly kind: "length"; readonly bytes: number }
  | { readonly kind: "chunked" }
  | { readonly kind: "until close" };

/** An answer that is not valid HTTP/1.1. Its name is what undici calls such an error. */
export class AnswerFault extends Error {
  override readonly name = "HTTPParserError";
}

/** How long a connection is kept if its upstream does not say, in milliseconds. */
const KEPT_MS = 30_000;
const LONGEST_KEPT_MS = 600_000;
/** How much earlier than its upstream the gateway lets go of a connection, so that they do not meet. */
const MARGIN_MS = 2_000;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5][0-9][0-9])(?: |$)/;
/** What a name (RFC 9110 §5.6.2) and a value (§5.5) must not contain. */
const NOT_IN_NAME = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/;
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
/** Valid names in lower case, by their spelling: an upstream sends the same ones again and again. */
const NAMES = new Map<string, string>();
const MOST_NAMES = 500;
const LONGEST_REMEMBERED = 64;

const CHUNKED: Framing = { kind: "chunked" };
const UNTIL_CLOSE: Framing = { kind: "until close" };
const EMPTY: Framing = { kind: "length", bytes: 0 };

/** Whether a byte may be part of a header's name. */
export function isOfName(byte: number): boolean {
  return !NOT_IN_NAME.test(String.fromCharCode(byte));
}

/** Reads a head, without the empty line that ends it, as Latin-1. @throws AnswerFault */
export function readHead(head: string): AnswerHead {
  const lines = head.split("\r\n");
  const [statusLine = ""] = lines;
  const [, minor, code] = STATUS_LINE.exec(statusLine) ?? [];
  if (code === undefined || NOT_IN_VALUE.test(statusLine)) throw new AnswerFault("the status line is not valid");
  const headers: Record<string, string | string[] | undefined> = {};
  for (let at = 1; at < lines.length; at++) addHeader(headers, lines[at] ?? "");
  const status = Number(code);
  const framing = framingOf(status, headers);
  const keptMs = minor === "0" || framing === UNTIL_CLOSE ? 0 : keptFor(headers);
  return { status, headers, framing, keptMs };
}

function addHeader(headers: AnswerHead["headers"], line: string): void {
  const colon = line.indexOf(":");
  const name = nameOf(line.slice(0, Math.max(0, colon)));
  const value = valueAt(line, colon + 1);
  if (name === undefined || NOT_IN_VALUE.test(value)) throw new AnswerFault("a header is not valid");
  // Nobody needs a header of this name, and it would be the object's prototype.
  if (name === "__proto__") return;
  const known = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (known === undefined) headers[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else headers[name] = [known, value];
}

/** The name in lower case; undefined: it is none. */
function nameOf(spelling: string): string | undefined {
  const known = NAMES.get(spelling);
  if (known !== undefined) return known;
  if (spelling === "" || NOT_IN_NAME.test(spelling)) return undefined;
  const name = spelling.toLowerCase();
  // A copy, because a part of a string keeps all of it.
  if (NAMES.size < MOST_NAMES && spelling.length <= LONGEST_REMEMBERED)
    NAMES.set(Buffer.from(spelling, "latin1").toString("latin1"), Buffer.from(name, "latin1").toString("latin1"));
  return name;
}

/** The value without the spaces and tabs around it. `trim` would also take a line feed, which is a fault. */
function valueAt(line: string, from: number): string {
  let [start, end] = [from, line.length];
  while (isBlank(line.charCodeAt(start))) start++;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end--;
  return line.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** RFC 9112 §6.3, without the cases that two readers may understand differently: those are faults. */
function framingOf(status: number, headers: AnswerHead["headers"]): Framing {
  const encoding = headers["transfer-encoding"];
  const length = headers["content-length"];
  if (encoding !== undefined) {
    if (length !== undefined || typeof encoding !== "string" || encoding.toLowerCase() !== "chunked")
      throw new AnswerFault("the transfer encoding is not valid");
    return CHUNKED;
  }
  if (length !== undefined && (typeof length !== "string" || !/^[0-9]{1,15}$/.test(length)))
    throw new AnswerFault("the content length is not valid");
  if (status < 200 || status === 204 || status === 304) return EMPTY;
  return length === undefined ? UNTIL_CLOSE : { kind: "length", bytes: Number(length) };
}

function keptFor({ connection, "keep-alive": hint }: AnswerHead["headers"]): number {
  if (connection !== undefined && connection !== "keep-alive" && /\bclose\b/i.test(String(connection))) return 0;
  const seconds = hint === undefined ? undefined : /timeout=([0-9]{1,9})/.exec(String(hint))?.[1];
  return seconds === undefined ? KEPT_MS : Math.max(0, Math.min(Number(seconds) * 1_000 - MARGIN_MS, LONGEST_KEPT_MS));
}
