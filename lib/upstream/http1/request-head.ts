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

/**
 * The head of a request in Latin-1, with the empty line that ends it. `host`: with the port. `length`: of the body in
 * bytes; undefined: there is none. @throws RequestFault
 */
export function requestHead({ method, path, headers }: WireRequest, host: string, length?: number): string {
  if (NOT_IN_TARGET.test(path)) throw new RequestFault("the path has characters that a request line cannot have");
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? "";
    if (NOT_IN_NAME.test(name) || NOT_IN_VALUE.test(value))
      throw new RequestFault(`the header ${JSON.stringify(name.slice(0, 60))} has characters that headers cannot have`);
    head += `${name}: ${value}\r\n`;
  }
  return length === undefined ? `${head}\r\n` : `${head}content-length: ${length}\r\n\r\n`;
}
