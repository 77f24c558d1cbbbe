/**
 * The version in the name of an Anthropic model: `claude-3-7-sonnet-20250219` is 307. Undefined if the name has none.
 */
export function claudeVersion(model: string): number | undefined {
  const [major, minor] = model
    .split(/[^0-9a-z]+/)
    .filter((part) => /^\d+$/.test(part))
    .map(Number);
  // A number longer than two digits is a date.
  if (major === undefined || major > 99) return undefined;
  return major * 100 + (minor !== undefined && minor < 100 ? minor : 0);
}
