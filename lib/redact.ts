/** JWTs and their beginnings, and keys. */
const TOKENS = /\beyJ[\w-]{8,}(?:\.[\w-]*)*|\bsk-[\w-]{6,}/gi;
/** What stands before a bearer value, and the value itself. */
const BEARER = /\bbearer\s+/gi;
const VALUE = /\S+/y;
/** Texts that may hold such a secret: each has one of these words in it or before it. */
const SIGNS_OF_TOKENS = /eyj|sk-|bearer/i;
/** A name with a password in an address. Redis' addresses often have no name. */
const NAME_BEFORE_PASSWORD = /:\/\/[^:/]*:/;
/** A parameter of an address whose value opens something, as Google's `key` and signed addresses have it. */
const SECRET_PARAMETER =
  /([?&](?:api[-_]?key|key|(?:access_|id_|refresh_)?token|(?:client_)?secret|password|code|sig|(?:x-amz-)?signature)=)[^&\s"'#<>]+/gi;

/**
 * Blanks out everything in a text that looks like a credential. Each search runs only if its signs occur, because every
 * log line passes here. It takes linear time, because strangers may write some of the lines.
 */
export function redact(text: string): string {
  const unsigned = text.includes("=") ? text.replace(SECRET_PARAMETER, "$1[redacted]") : text;
  const withoutTokens = SIGNS_OF_TOKENS.test(unsigned)
    ? redactBearers(unsigned).replace(TOKENS, "[redacted]")
    : unsigned;
  const address = withoutTokens.indexOf("://");
  return address !== -1 && withoutTokens.includes("@", address) ? redactPasswords(withoutTokens) : withoutTokens;
}

/** The value behind each `bearer`, also behind one that is a value itself. */
function redactBearers(text: string): string {
  let shown = "";
  let done = 0;
  for (const { index, 0: found } of text.matchAll(BEARER)) {
    VALUE.lastIndex = index + found.length;
    if (!VALUE.test(text)) break;
    shown += `${text.slice(done, index + found.length)}[redacted]`;
    done = VALUE.lastIndex;
  }
  return shown + text.slice(done);
}

/**
 * `://name:password@`. The search looks for each `@` first, and then only into the piece without blanks before it: from
 * each `://` on, it would read the rest of the text again.
 */
function redactPasswords(text: string): string {
  const pieces = text.split("@");
  const last = pieces.length - 1;
  return pieces.map((piece, index) => (index === last ? piece : redactPassword(piece))).join("@");
}

function redactPassword(piece: string): string {
  let start = piece.length;
  while (start > 0 && /\S/.test(piece.charAt(start - 1))) start -= 1;
  const name = NAME_BEFORE_PASSWORD.exec(piece.slice(start));
  const password = name ? start + name.index + name[0].length : piece.length;
  return password === piece.length ? piece : `${piece.slice(0, password)}[redacted]`;
}
