/**
 * The version in the name of a Gemini model, whoever serves it: `gemini-2.5-flash-lite` is 205, `gemini-3-pro-preview`
 * is 300. Undefined if the name has none, as `gemini-flash-latest`, or names no Gemini.
 */
export function geminiVersion(model: string): number | undefined {
  const [, major, minor] = /gemini-(\d{1,2})(?:\.(\d{1,2}))?(?!\d)/.exec(model) ?? [];
  return major === undefined ? undefined : Number(major) * 100 + Number(minor ?? 0);
}

/** Whether a model's version is this one or a later one; a name without a version is one of the latest. */
export function isGeminiSince(model: string, version: number): boolean {
  return (geminiVersion(model) ?? Infinity) >= version;
}
