import { AWS_CONFIG_TEXT } from "@/lib/config/environment-variables";
import { readProfiles, type Profile } from "@/lib/credentials/aws/profiles";
import type { EntryParams } from "../provider";

/** The region of an ARN of Bedrock's; undefined: it is none, or names none. */
function regionOfArn(model: string): string | undefined {
  const [arn, , service, region] = model.slice(model.indexOf("arn:")).split(":");
  return arn === "arn" && service === "bedrock" && region !== undefined && REGION.test(region) ? region : undefined;
}

/** It becomes a part of a host's name. */
const REGION = /^[a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/;

/** The variables that name a region, the first one that is set. */
const REGION_VARIABLES = ["AWS_REGION", "AWS_DEFAULT_REGION"] as const;

/** All that is read of the environment to find a region. */
export const REGION_SOURCES = [...REGION_VARIABLES, "AWS_PROFILE", AWS_CONFIG_TEXT] as const;

/**
 * The region of an entry: its own, that of the ARN, of the environment, of the profile. Undefined: none is named.
 * `variable`: reads one of `REGION_SOURCES`.
 */
export function bedrockRegion(
  params: Pick<EntryParams, "aws_region_name" | "aws_profile_name" | "model">,
  variable: (name: string) => string | undefined,
): string | undefined {
  const { aws_region_name: named, model } = params;
  const usual = REGION_VARIABLES.map(variable).find((region) => region !== undefined && REGION.test(region));
  return named ?? regionOfArn(model) ?? usual ?? regionOfProfile(params, variable);
}

/** The file is read with the settings and asked at each call, so its last text is kept with what it says. */
let read: { readonly text: string; readonly profiles: ReadonlyMap<string, Profile> } | undefined;

function regionOfProfile(
  { aws_profile_name: named }: Pick<EntryParams, "aws_profile_name">,
  variable: (name: string) => string | undefined,
): string | undefined {
  const text = variable(AWS_CONFIG_TEXT);
  if (text === undefined) return undefined;
  if (read?.text !== text) read = { text, profiles: readProfiles(text) };
  const region = read.profiles.get(named ?? variable("AWS_PROFILE") ?? "default")?.["region"];
  return region !== undefined && REGION.test(region) ? region : undefined;
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
 * The model behind the called name, if the name says it: an ARN of a foundation model or of a profile of
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
