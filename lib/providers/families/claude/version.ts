/**
 * The version in the name of a Claude model, whoever serves it: `claude-3-7-sonnet-20250219` and
 * `anthropic.claude-3-7-sonnet-20250219-v1:0` are 307. Undefined if the name has none, or names no Claude.
 */
export function claudeVersion(model: string): number | undefined {
  const at = model.lastIndexOf("claude");
  if (at === -1) return undefined;
  const [major, minor] = model
    .slice(at)
    .split(/[^0-9a-z]+/)
    .filter((part) => /^\d+$/.test(part))
    .map(Number);
  // A number longer than two digits is a date.
  if (major === undefined || major > 99) return undefined;
  return major * 100 + (minor !== undefined && minor < 100 ? minor : 0);
}
