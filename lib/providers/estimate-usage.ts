import { NO_USAGE, type Usage } from "@/lib/usage";
import { askedBy } from "./dialects/client-routes";
import { alikeRoute } from "./dialects/google/routes";
import type { CallBody } from "./call-body";
import { charactersOfImages } from "./characters-of-images";
import { estimateTokens } from "./openai-usage";

/** Routes whose models write no text: the size of their answers is not a completion. */
const WITHOUT_COMPLETION: ReadonlySet<string> = new Set([
  "/embeddings",
  "/moderations",
  "/rerank",
  "/audio/speech",
  "/images/generations",
  "/images/edits",
]);

/** The header of a count that the gateway has estimated. */
export const ESTIMATED_HEADER = "x-gateway-estimated";

/** Estimates the prompt's tokens from its length: for speech the length of its text, for a recording none. */
export function estimatePromptTokens(route: string, body: CallBody): number {
  if (body.kind === "form") return 0;
  return estimateTokens(
    route === "/audio/speech" ? spokenCharacters(body) : body.bytes.length - charactersOfImages(body, askedBy(route)),
  );
}

/**
 * Estimates the usage of a call whose answer does not report it. `answerCharacters` is the length of what was
 * generated, or of the whole answer if that is unknown.
 */
export function estimateUsage(route: string, body: CallBody, promptTokens: number, answerCharacters: number): Usage {
  const completionTokens = WITHOUT_COMPLETION.has(alikeRoute(route)) ? 0 : estimateTokens(answerCharacters);
  const characters = route === "/audio/speech" ? spokenCharacters(body) : 0;
  const searchUnits = route === "/rerank" ? queriesOf(body.value) : 0;
  return { ...NO_USAGE, promptTokens, completionTokens, characters, searchUnits, source: "estimated" };
}

/** Rerankers charge a query with up to 100 documents as one (cohere.com/pricing, aws.amazon.com/bedrock/pricing). */
const DOCUMENTS_OF_A_QUERY = 100;

/** The queries that a body of `/rerank` is charged as. */
export function queriesOf({ documents }: CallBody["value"]): number {
  return Array.isArray(documents) ? Math.max(1, Math.ceil(documents.length / DOCUMENTS_OF_A_QUERY)) : 1;
}

/** Code points, which is how providers count characters. */
function spokenCharacters({ value }: CallBody): number {
  const { input } = value;
  return typeof input === "string" ? [...input].length : 0;
}
