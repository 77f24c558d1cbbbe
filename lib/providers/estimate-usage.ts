import { NO_USAGE, type Usage } from "@/lib/usage";
import type { CallBody } from "./call-body";
import { estimateTokens } from "./openai-usage";

/** Routes whose models write no text: whatever their answers weigh, it is no completion. */
const WITHOUT_COMPLETION: ReadonlySet<string> = new Set([
  "/embeddings",
  "/moderations",
  "/rerank",
  "/audio/speech",
  "/images/generations",
]);

/** Tokens of the prompt, as far as its length says: of a speech those of its text, of a recording none. */
export function estimatePromptTokens(route: string, body: CallBody): number {
  if (body.kind === "form") return 0;
  return estimateTokens(route === "/audio/speech" ? spokenCharacters(body) : body.bytes.length);
}

/** What a call used whose answer does not say. `answerCharacters`: of the whole answer. */
export function estimateUsage(route: string, body: CallBody, promptTokens: number, answerCharacters: number): Usage {
  const completionTokens = WITHOUT_COMPLETION.has(route) ? 0 : estimateTokens(answerCharacters);
  const characters = route === "/audio/speech" ? spokenCharacters(body) : 0;
  return { ...NO_USAGE, promptTokens, completionTokens, characters, source: "estimated" };
}

/** Code points, as providers count them. */
function spokenCharacters({ value }: CallBody): number {
  const { input } = value;
  return typeof input === "string" ? [...input].length : 0;
}
