interface Parameter {
  /** Of the body. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The words that it may be; absent: a number. */
  readonly words?: readonly string[];
  /** Whether only whole numbers are right. */
  readonly isWhole?: true;
}

/** The parameters of a chat completion that have a field. Others are extra parameters. */
export const PARAMETERS: readonly Parameter[] = [
  { name: "max_tokens", label: "Most tokens", hint: "Of the answer.", isWhole: true },
  { name: "temperature", label: "Temperature", hint: "0 to 2. Lower values vary less." },
  { name: "top_p", label: "Top p", hint: "0 to 1." },
  { name: "seed", label: "Seed", hint: "A whole number.", isWhole: true },
  { name: "frequency_penalty", label: "Frequency penalty", hint: "−2 to 2." },
  { name: "presence_penalty", label: "Presence penalty", hint: "−2 to 2." },
  {
    name: "reasoning_effort",
    label: "Reasoning effort",
    hint: "For models that reason.",
    words: ["minimal", "low", "medium", "high"],
  },
];

/** The parameters that are set, or the fault of those that are not numbers. `typed`: by name; empty ones are unset. */
export function readParameters(
  typed: Readonly<Record<string, string>>,
): { readonly value: Record<string, unknown> } | { readonly fault: string } {
  const set = PARAMETERS.filter(({ name }) => (typed[name] ?? "").trim() !== "");
  const wrong = set.filter(({ name, words, isWhole }) => !words && !isNumber(typed[name] ?? "", isWhole === true));
  if (wrong.length > 0)
    return {
      fault: wrong
        .map(({ label, isWhole }) => `${label} must be a ${isWhole === true ? "whole number" : "number"}.`)
        .join(" "),
    };
  return {
    value: Object.fromEntries(
      set.map(({ name, words }) => [name, words ? typed[name] : Number((typed[name] ?? "").trim())]),
    ),
  };
}

function isNumber(text: string, isWhole: boolean): boolean {
  const value = Number(text.trim());
  return isWhole ? Number.isSafeInteger(value) : Number.isFinite(value);
}
