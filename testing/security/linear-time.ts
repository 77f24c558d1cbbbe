const SIZE = 64 * 1024;
/** A faster reader is fast, whatever the ratio of its times. A quadratic one takes ten times as long at least. */
const FAST_MS = 50;

/** What a stranger may repeat: every character of ASCII, some others, and the beginnings of what is looked for. */
const REPEATED: readonly string[] = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...["\u00a0", "é", "\u2028", "中", "😀", "\ud800"],
  ...[
    "bearer ",
    "bearer\t",
    "bearer a-",
    "eyJ",
    "eyJaaaaaaaa.",
    "sk-",
    "://",
    "://a:",
    "://a:b ",
    "a@",
    "sk-...",
    '"\\',
    '\\"',
  ],
  ...[
    "\\u",
    "\\\\",
    "\\.",
    "[]",
    "[0]",
    "]",
    "{{",
    '{"a":',
    "[",
    "a.",
    "a,",
    "a, ",
    "a=",
    "a=b;",
    "a:",
    "%2e",
    "%",
    "//",
    "http://",
  ],
  ...["*a", "**", "--", "-H ", "\r\n", "\n\n", "data: ", "0.", "1e", '"\u2060exact-number:', "team ", "the "],
];

/** What may stand before and after the repetition: an opened string, a scheme, and something that ends no match. */
const AROUND: readonly (readonly [before: string, after: string])[] = [
  ["", ""],
  ["", "!x"],
  ['"', "x"],
  ["bearer", "x"],
  ["https://a:", "\n"],
];

/** The repetitions that make a reader take more than linear time, as JSON. */
export function slowTexts(read: (text: string) => unknown): string[] {
  return REPEATED.flatMap((piece) =>
    AROUND.flatMap(([before, after]) => {
      const text = (size: number): string => before + piece.repeat(size / piece.length) + after;
      return isLinear(read, text) ? [] : [JSON.stringify([before, piece, after])];
    }),
  );
}

/**
 * Twice the text must not take four times as long. The machine may be slow, and may do something else meanwhile: the
 * best of three counts, and only if it is long enough to be measured.
 */
function isLinear(read: (text: string) => unknown, text: (size: number) => string): boolean {
  const [half, whole] = [text(SIZE / 2), text(SIZE)];
  if (timeOf(read, whole) < FAST_MS) return true;
  const best = (given: string): number => Math.min(...[1, 2, 3].map(() => timeOf(read, given)));
  const time = best(whole);
  return time < FAST_MS || time < 3 * best(half);
}

function timeOf(read: (text: string) => unknown, text: string): number {
  const start = performance.now();
  try {
    read(text);
  } catch {
    // A refusal is an answer as well.
  }
  return performance.now() - start;
}
