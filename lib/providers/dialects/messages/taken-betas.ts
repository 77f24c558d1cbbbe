import type { JsonObject } from "../../json-value";

/** The betas that a call names. */
interface AskedBetas {
  readonly betas: readonly string[];
  /** Whether the body names some of them, as Bedrock's own clients do. */
  readonly areInBody: boolean;
}

/**
 * The betas of a call's header and of its body. What an operator bars is not asked for, and what is not a list of texts
 * is left to the cloud to refuse, with nothing added.
 */
export function askedBetas(
  header: string | readonly string[] | undefined,
  body: JsonObject,
  barred: readonly string[] | undefined,
): AskedBetas {
  const inHeader = [header ?? []].flat();
  const written = [body["anthropic_beta"] ?? []].flat();
  if (body["anthropic_beta"] === undefined || barred?.includes("anthropic_beta"))
    return { betas: inHeader, areInBody: false };
  return written.every((one) => typeof one === "string")
    ? { betas: [...written, ...inHeader], areInBody: true }
    : { betas: [], areInBody: false };
}

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
