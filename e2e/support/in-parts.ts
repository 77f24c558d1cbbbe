/** A list in parts of `size` or fewer, so that a test of many things is several, each with a limit of its own. */
export function inParts<One>(list: readonly One[], size: number): (readonly [One, ...One[]])[] {
  const [first, ...others] = list;
  if (first === undefined) return [];
  return [[first, ...others.slice(0, size - 1)], ...inParts(others.slice(size - 1), size)];
}
