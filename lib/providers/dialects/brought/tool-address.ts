/** The longest name of a tool that is compared with patterns, in characters. */
const LONGEST = 256;

/** A name that no pattern but `*` is meant for: that of whatever cannot be read as one. */
export const UNREADABLE = "unreadable";

/**
 * An address without anything that readers disagree about: a host of plain characters, and neither user names nor
 * backslashes, by which another reader could find another host.
 */
const PLAIN = /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][^\\\s]*)?$/i;

/**
 * The address of a server as patterns see it: `https://mcp.example.com/mcp`, with its host in lower case and without
 * its query, which may hold a secret.
 */
export function addressName(url: unknown): string {
  if (typeof url !== "string" || !PLAIN.test(url) || !URL.canParse(url)) return UNREADABLE;
  const { origin, pathname } = new URL(url);
  return shownName(`${origin}${pathname}`);
}

/** A name, if it is of characters that can be seen, and not too long. */
export function shownName(name: string): string {
  return name.length <= LONGEST && /^[\x21-\x7e]+$/.test(name) ? name : UNREADABLE;
}
