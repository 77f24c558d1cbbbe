/**
 * Up to this length, a search that starts over at each position costs at most a bounded multiple of the text's length.
 */
const SHORT = 16;

/**
 * The last position of `wanted` in `text`, at most `from` and at least `until`; -1 if there is none. Linear in both
 * lengths: the built-in search takes their product for strings such as a thousand `a` before a `b`.
 */
export function lastOccurrence(text: string, wanted: string, from: number, until: number): number {
  if (wanted.length <= SHORT) {
    const at = text.lastIndexOf(wanted, from);
    return at < until ? -1 : at;
  }
  return searchBackwards(text, wanted, from, until);
}

/** Knuth, Morris and Pratt's search, from the right. */
function searchBackwards(text: string, wanted: string, from: number, until: number): number {
  const { length } = wanted;
  const wantedFromEnd = (index: number): number => wanted.charCodeAt(length - 1 - index);
  const borders = new Uint32Array(length);
  for (let index = 1, matched = 0; index < length; index++) {
    while (matched > 0 && wantedFromEnd(index) !== wantedFromEnd(matched)) matched = borders[matched - 1] ?? 0;
    if (wantedFromEnd(index) === wantedFromEnd(matched)) matched++;
    borders[index] = matched;
  }
  for (let at = from + length - 1, matched = 0; at >= until; at--) {
    while (matched > 0 && text.charCodeAt(at) !== wantedFromEnd(matched)) matched = borders[matched - 1] ?? 0;
    if (text.charCodeAt(at) === wantedFromEnd(matched)) matched++;
    if (matched === length) return at;
  }
  return -1;
}
