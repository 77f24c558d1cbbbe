const SIZE = 64 * 1024;
/** A faster reader is fast, whatever the ratio of its times. A quadratic one takes twenty times as long at least. */
const FAST_MS = 25;
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

/** What may stand before and after the repetition: something that ends no match. */
const AROUND: readonly (readonly [before: string, after: string])[] = [
  ["", ""],
  ["", "!x"],
];
/** Likewise for what is not a single letter or digit: an opened string, and a scheme. */
const MORE_AROUND: typeof AROUND = [...AROUND, ['"', "x"], ["bearer", "x"], ["https://a:", "\n"]];

/** The repetitions that make a reader take more than linear time, as JSON. */
export async function slowTexts(read: (text: string) => unknown, repeated = REPEATED): Promise<string[]> {
  const slow: string[] = [];
  for (const piece of repeated)
    for (const [before, after] of /^[a-z\d]$/i.test(piece) ? AROUND : MORE_AROUND) {
      const text = (size: number): string => before + piece.repeat(size / piece.length) + after;
      if (!(await isLinear(read, text))) slow.push(JSON.stringify([before, piece, after]));
    }
  return slow;
}

/**
 * Four times the text must not take eight times as long; what is quadratic takes sixteen times. The machine may be slow
 * and may do something else meanwhile, so a reader is slow only if it is so in each of many rounds, by its best times.
 */
async function isLinear(read: (text: string) => unknown, text: (size: number) => string): Promise<boolean> {
  const [quarter, whole] = [text(SIZE / 4), text(SIZE)];
  let [least, most] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    most = Math.min(most, await timeOf(read, whole));
    if (most < FAST_MS) return true;
    least = Math.min(least, await timeOf(read, quarter));
    if (round > 0 && most < 8 * least) return true;
  }
  return false;
}

/** Milliseconds of the processor, which other programs of the machine do not lengthen. */
async function timeOf(read: (text: string) => unknown, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
  } catch {
    // A refusal is an answer as well.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
