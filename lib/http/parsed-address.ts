/** What was parsed last: the checks of an entry ask about one address in turn, and most entries share theirs. */
let last: { readonly text: string; readonly url: Readonly<URL> | undefined } = { text: "", url: undefined };

/** The parts of an address; undefined: it is none. */
export function parsedAddress(text: string): Readonly<URL> | undefined {
  if (last.text !== text) last = { text, url: URL.canParse(text) ? new URL(text) : undefined };
  return last.url;
}
