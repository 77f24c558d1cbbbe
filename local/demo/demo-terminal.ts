const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = paint(1);
export const faint = paint(2);
export const green = paint(32);
export const red = paint(31);
const cyan = paint(36);

/** Writes one line. */
export function say(line = ""): void {
  process.stdout.write(`${line}\n`);
}

let step = 0;
/** Opens a numbered step of the story. */
export function heading(title: string): void {
  say(`\n${bold(`${String(++step).padStart(2)}  ${title}`)}`);
}

/** Prints a fact that was just shown to be true. */
export function proved(fact: string): void {
  say(`    ${green("✓")} ${fact}`);
}

/** Prints a request as one would type it. Secrets appear as the names of the variables that hold them. */
export function showRequest(lines: readonly string[]): void {
  lines.forEach((line, index) =>
    say(`    ${faint(index === 0 ? "$ " : "    ")}${cyan(line)}${index < lines.length - 1 ? " \\" : ""}`),
  );
}

/** Prints an answer, shortened to its interesting fields. */
export function showAnswer(status: number, body: unknown): void {
  say(`    ${(status < 400 ? green : red)(String(status))} ${shorten(JSON.stringify(body))}`);
}

function shorten(text: string): string {
  return text.length <= 220 ? text : `${text.slice(0, 219)}…`;
}
