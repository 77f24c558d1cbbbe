import type { Usage } from "@/lib/usage";
import { objectAt, type JsonObject } from "../../json-value";
import { reportedUsage } from "../../openai-usage";

/**
 * The usage that an answer reports, in `usage` of a chat or in `meta` of embeddings: `billed_units` is what is charged,
 * without the tokens of Cohere's own instructions, which `tokens` counts too.
 */
export function readCohereUsage(value: JsonObject): Usage | undefined {
  return reportedUsage(value["billed_units"]) ?? reportedUsage(objectAt(value, "tokens"));
}
