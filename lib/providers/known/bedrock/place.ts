import type { EntryParams } from "../provider";

/** The region of an ARN of Bedrock's; undefined: it is none, or names none. */
function regionOfArn(model: string): string | undefined {
  const [arn, , service, region] = model.slice(model.indexOf("arn:")).split(":");
  return arn === "arn" && service === "bedrock" && region !== undefined && REGION.test(region) ? region : undefined;
}

/** It becomes a part of a host's name. */
const REGION = /^[a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/;

/** The variables that name a region, the first one that is set. */
export const REGION_VARIABLES = ["AWS_REGION", "AWS_DEFAULT_REGION"] as const;

/**
 * The region of an entry: its own, that of the ARN, that of the environment. Undefined: none is named.
 * `variable`: reads a variable of the environment.
 */
export function bedrockRegion(
  { aws_region_name: named, model }: Pick<EntryParams, "aws_region_name" | "model">,
  variable: (name: string) => string | undefined,
): string | undefined {
  const usual = REGION_VARIABLES.map(variable).find((region) => region !== undefined && REGION.test(region));
  return named ?? regionOfArn(model) ?? usual;
}

/** Bedrock's address in a region (docs.aws.amazon.com/general/latest/gr/bedrock.html). */
export function bedrockAddress(region: string): string {
  return `https://bedrock-runtime.${region}.${region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com"}`;
}

/**
 * What stands before a model's name for inference in several regions (docs.aws.amazon.com/bedrock, "Supported regions
 * and models for inference profiles").
 */
const PREFIXES: ReadonlySet<string> = new Set([
  "us",
  "us-gov",
  "eu",
  "apac",
  "jp",
  "au",
  "ca",
  "sa",
  "me",
  "af",
  "il",
  "mx",
  "in",
  "kr",
  "uk",
  "amer",
  "global",
]);

/** The name of a model without the prefix of several regions: `us.anthropic.claude…` is `anthropic.claude…`. */
export function foundationModel(model: string): string {
  const dot = model.indexOf(".");
  return dot > 0 && PREFIXES.has(model.slice(0, dot)) ? model.slice(dot + 1) : model;
}

/**
 * The model behind the name that is called, as far as the name says it: an ARN of a foundation model or of a profile of
 * AWS's own ends with it. Undefined: only the account knows, as with application inference profiles.
 */
export function modelBehind(model: string): string | undefined {
  if (!model.startsWith("arn:")) return foundationModel(model);
  const slash = model.indexOf("/");
  const kind = model.slice(0, slash).split(":").at(-1);
  return kind === "foundation-model" || kind === "inference-profile"
    ? foundationModel(model.slice(slash + 1))
    : undefined;
}
