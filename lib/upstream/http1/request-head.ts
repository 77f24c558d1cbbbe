/** A request without its body. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that cannot be written as HTTP/1.1, such as one with a line break in a header. */
export class RequestFault extends Error {
  override readonly name = "RequestFault";
}

/** What a target (RFC 9112 §3.2), a name (RFC 9110 §5.6.2) and a value (§5.5) must not contain. */
const NOT_IN_TARGET = /[^\x21-\x7e\x80-\xff]/;
const NOT_IN_NAME = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/;
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** Names that have been looked at: adapters and credentials have a few dozen of them. */
const KNOWN_NAMES = new Set<string>();
const MOST_NAMES = 500;

/**
 * The head of a request in Latin-1, with the empty line that ends it. `host`: with the port. `length`: of the body in
 * bytes; undefined: there is none. @throws RequestFault
 */
export function requestHead({ method, path, headers }: WireRequest, host: string, length?: number): string {
  if (NOT_IN_TARGET.test(path)) throw new RequestFault("the path has characters that a request line cannot have");
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? "";
    if (!isName(name) || NOT_IN_VALUE.test(value))
      throw new RequestFault(`the header ${JSON.stringify(name.slice(0, 60))} has characters that headers cannot have`);
    head += `${name}: ${value}\r\n`;
  }
  return length === undefined ? `${head}\r\n` : `${head}content-length: ${length}\r\n\r\n`;
}

function isName(name: string): boolean {
  if (KNOWN_NAMES.has(name)) return true;
  if (NOT_IN_NAME.test(name)) return false;
  if (KNOWN_NAMES.size < MOST_NAMES) KNOWN_NAMES.add(name);
  return true;
}
