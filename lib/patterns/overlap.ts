import { captureStars } from "./wildcard";

/** A character that no model name contains. It represents whatever a `*` may match. */
const ANYTHING = "\u{F0000}";

/**
 * Whether every name that matches `inner` matches `outer` too. Linear, because it is enough to try the most arbitrary
 * name.
 */
export function coversPattern(outer: string, inner: string): boolean {
  // `outer` can match the private character only with a star, and a star would match anything in its place.
  return captureStars(outer, inner.replaceAll("*", ANYTHING)) !== undefined;
}

/** Whether some name matches both patterns. */
export function patternsOverlap(a: string, b: string): boolean {
  return nameOfBoth(a, b) !== undefined;
}

/**
 * The shortest name that matches both patterns; undefined if there is none. Takes time and memory in the product of
 * their lengths, unless their beginnings or ends already differ.
 */
export function nameOfBoth(a: string, b: string): string | undefined {
  if (!mayBegin(a, b) || !mayEnd(a, b)) return undefined;
  const width = b.length + 1;
  // The states are pairs of positions. Each is reached from an earlier one, and the characters on the way make the
  // name.
  const cameFrom = new Int32Array((a.length + 1) * width).fill(-1);
  cameFrom[0] = 0;
  let layer = [0];
  const goal = a.length * width + b.length;
  while (layer.length > 0 && cameFrom[goal] === -1) {
    const next: number[] = [];
    for (const state of layer) visit(state, next);
    layer = next;
  }
  return cameFrom[goal] === -1 ? undefined : nameAlong(goal);

  /**
   * Takes all steps without a character at once, so that a layer holds the states after the same number of characters.
   */
  function visit(start: number, next: number[]): void {
    const open = [start];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const [i, j] = [Math.floor(state / width), state % width];
      if (a[i] === "*") reach(state + width, state, open);
      if (b[j] === "*") reach(state + 1, state, open);
      if (i === a.length || j === b.length) continue;
      if (a[i] === b[j]) reach(state + width + 1, state, a[i] === "*" ? open : next);
      else if (a[i] === "*") reach(state + 1, state, next);
      else if (b[j] === "*") reach(state + width, state, next);
    }
  }
  function reach(state: number, from: number, queue: number[]): void {
    if (cameFrom[state] !== -1) return;
    cameFrom[state] = from;
    queue.push(state);
  }
  function nameAlong(end: number): string {
    const characters: string[] = [];
    for (let state = end; state !== 0;) {
      const from = cameFrom[state] ?? 0;
      const [i, j] = [Math.floor(from / width), from % width];
      const step = state - from;
      // A step over a star alone adds no character.
      if (step === width + 1) characters.push(a[i] === "*" ? "" : (a[i] ?? ""));
      else if (step === 1) characters.push(b[j] === "*" ? "" : (b[j] ?? ""));
      else characters.push(a[i] === "*" ? "" : (a[i] ?? ""));
      state = from;
    }
    return characters.reverse().join("");
  }
}

function mayBegin(a: string, b: string): boolean {
  const [x, y] = [a.split("*", 1)[0] ?? "", b.split("*", 1)[0] ?? ""];
  return x.startsWith(y) || y.startsWith(x);
}

function mayEnd(a: string, b: string): boolean {
  const [x, y] = [a.slice(a.lastIndexOf("*") + 1), b.slice(b.lastIndexOf("*") + 1)];
  return x.endsWith(y) || y.endsWith(x);
}
