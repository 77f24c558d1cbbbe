const LONGEST_NAME = 120;

/** A name or id in a message, bounded and on one line, since people choose some of them freely. */
export function listed(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line;
}
