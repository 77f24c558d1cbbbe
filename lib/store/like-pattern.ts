/** A `*` pattern in the syntax of LIKE. */
export function likePattern(pattern: string): string {
  return pattern.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}
