/** The row of facts about the tools that model calls may bring; none where they may bring any. */
export function hostedToolsFact({
  hosted_tools: tools,
}: {
  readonly hosted_tools: readonly string[] | null;
}): readonly (readonly [label: string, value: string])[] {
  if (tools === null) return [];
  return [["Hosted tools", tools.length === 0 ? "None" : tools.join(", ")]];
}
