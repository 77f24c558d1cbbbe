const SIZE = 32 * 1024;
/** A faster reader is fast, whatever the ratio of its times. A quadratic one takes ten times as long at least. */
const FAST_MS = 12.5;
const ROUNDS = 10;

/** What a stranger may repeat: every character of ASCII, some others, and the beginnings of what is looked for. */
const REPEATED: readonly string[] = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  "\u00a0",
  "é",
  "\u2028",
  "中",
  "😀",
  "\ud800",
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
  "*a",
  "**",
  "--",
  "-H ",
  "\r\n",
  "\n\n",
  "data: ",
  "0.",
  "1e",
  '"\u2060exact-number:',
  "team ",
  "the ",
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
export function slowTexts(read: (text: string) => unknown, repeated: readonly string[] = REPEATED): string[] {
  return repeated.flatMap((piece) =>
    AROUND.flatMap(([before, after]) => {
      const text = (size: number): string => before + piece.repeat(size / piece.length) + after;
      return isLinear(read, text) ? [] : [JSON.stringify([before, piece, after])];
    }),
  );
}

/**
 * Four times the text must not take eight times as long; what is quadratic takes sixteen times. The machine may be slow
 * and may do something else meanwhile, so a reader is slow only if it is so in each of many rounds, by its best times.
 */
function isLinear(read: (text: string) => unknown, text: (size: number) => string): boolean {
  const [quarter, whole] = [text(SIZE / 4), text(SIZE)];
  let [least, most] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    most = Math.min(most, timeOf(read, whole));
    if (most < FAST_MS) return true;
    least = Math.min(least, timeOf(read, quarter));
    if (round > 0 && most < 8 * least) return true;
  }
  return false;
}

/** Milliseconds of the processor, which other programs of the machine do not lengthen. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage();
  try {
    read(text);
  } catch {
    // A refusal is an answer as well.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
