import { claudeVersion } from "./version";

const SINCE_4 = 32_000;
const BEFORE_4 = 4096;

/**
 * The maximum of a request that names none: Claude's doors require one. It is as much as every model of these versions
 * can write (platform.claude.com/docs/en/about-claude/models/overview).
 */
export function defaultMaxTokens(model: string): number {
  return (claudeVersion(model) ?? Infinity) < 400 ? BEFORE_4 : SINCE_4;
}
