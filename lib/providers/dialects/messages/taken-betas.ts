/**
 * Those betas of Anthropic's API that a door takes, of the header `anthropic-beta`. Doors other than Anthropic's own
 * refuse a call with any other; these are named in `dropped`.
 */
export function takenBetas(
  taken: ReadonlySet<string>,
  header: string | readonly string[] | undefined,
  dropped: Set<string>,
): string[] {
  const given = [header ?? []].flat().flatMap((one) => one.split(","));
  const asked = [...new Set(given.map((one) => one.trim()))].filter((one) => one !== "");
  for (const one of asked) if (!taken.has(one)) dropped.add(`anthropic-beta.${one}`);
  return asked.filter((one) => taken.has(one));
}
