import type { JsonObject } from "../../json-value";

/** Which betas of Anthropic's API a cloud takes. */
export interface CloudBetas {
  readonly taken: ReadonlySet<string>;
  /** What it calls a beta for which Anthropic's own API has another name. */
  readonly calledOtherwise: ReadonlyMap<string, string>;
}

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
 * Those betas of Anthropic's API that a cloud takes, of the header `anthropic-beta`, by its names. Clouds refuse a call
 * with any other; these are named in `dropped`.
 */
export function takenBetas(
  { taken, calledOtherwise }: CloudBetas,
  header: string | readonly string[] | undefined,
  dropped: Set<string>,
): string[] {
  const given = [header ?? []].flat().flatMap((one) => one.split(","));
  const asked = given.map((one) => one.trim()).filter((one) => one !== "");
  const named = [...new Set(asked.map((one) => calledOtherwise.get(one) ?? one))];
  for (const one of named) if (!taken.has(one)) dropped.add(`anthropic-beta.${one}`);
  return named.filter((one) => taken.has(one));
}
