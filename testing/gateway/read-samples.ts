/** One line of Prometheus's text format. */
export interface ScrapedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the samples of Prometheus's text format. @throws Error with a line that is none */
export function readSamples(text: string): ScrapedSample[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", , labels = "", value = ""] = /^(\w+)(\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === "") throw new Error(`no sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", text = ""]) => [
        label,
        text.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped)),
      ]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}
