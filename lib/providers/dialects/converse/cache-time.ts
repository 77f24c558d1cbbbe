import { claudeVersion } from "../../families/claude/version";

/**
 * Whether a model at Bedrock takes a mark of the cache that says how long it lasts: Claude from version 4.5 on. Older
 * ones and Nova refuse the call (docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html).
 */
export function timesBedrockCache(model: string): boolean {
  return (claudeVersion(model) ?? 0) >= 405;
}
