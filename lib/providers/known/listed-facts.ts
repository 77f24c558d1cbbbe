import { isObject } from "@/lib/is-object";
import { parseObjectText } from "../json-value";

/** What a provider's list says of a model. */
export interface ListedFacts {
  /** The most tokens of a call; undefined: the list does not say. */
  readonly contextTokens: number | undefined;
  /** What the model takes besides text, in the list's order. */
  readonly inputs: readonly string[];
}

/** Where lists say how long a context may be, by the providers' references. */
const CONTEXTS = [
  "context_window", // Groq, Vercel
  "context_length", // OpenRouter, Together, Cohere
  "max_context_length", // Mistral
  "max_model_len", // vLLM
  "max_input_tokens", // Anthropic
  "inputTokenLimit", // Gemini
] as const;

/** Words for what a model takes, as lists spell them. */
const INPUTS: Readonly<Record<string, string>> = {
  image: "image",
  vision: "image",
  audio: "audio",
  video: "video",
  file: "file",
  pdf: "file",
};

/**
 * What a provider's list of models says of each beside its name, by its id. Lists that say nothing give nothing: each
 * has members of its own, and none has to be there.
 */
export function listedFacts(text: string): ReadonlyMap<string, ListedFacts> {
  const value = parseObjectText(text);
  const rows: unknown = value?.["data"] ?? value?.["models"];
  const facts = new Map<string, ListedFacts>();
  for (const row of Array.isArray(rows) ? rows : []) {
    if (!isObject(row)) continue;
    const id = row["id"] ?? row["name"];
    if (typeof id !== "string") continue;
    facts.set(id.replace(/^models\//, ""), { contextTokens: contextOf(row), inputs: inputsOf(row) });
  }
  return facts;
}

function contextOf(row: Record<string, unknown>): number | undefined {
  return CONTEXTS.map((name) => row[name]).find(
    (most): most is number => typeof most === "number" && Number.isSafeInteger(most) && most > 0,
  );
}

function inputsOf(row: Record<string, unknown>): string[] {
  const { architecture, capabilities } = row;
  const words = [
    ...textsIn(isObject(architecture) ? architecture["input_modalities"] : undefined),
    ...textsIn(row["input_modalities"]),
    ...textsIn(row["tags"]),
    ...(isObject(capabilities) ? Object.keys(capabilities).filter((name) => isOn(capabilities[name])) : []),
  ];
  return [...new Set(words.flatMap((word) => INPUTS[word.replace(/_input$/, "")] ?? []))];
}

/** Mistral says `true`, Anthropic `{"supported": true}`. */
function isOn(value: unknown): boolean {
  return value === true || (isObject(value) && value["supported"] === true);
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
