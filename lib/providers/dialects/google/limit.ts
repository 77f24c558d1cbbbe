import { completionLimit, type CompletionLimit } from "../../completion-limit";
import type { JsonObject } from "../../json-value";
import { member, objectOf } from "./spelling";

const MAXIMUM = "generationConfig.maxOutputTokens";
const COUNT = "generationConfig.candidateCount";

/** Reads what limits the answer of `generateContent`: the largest number of its tokens, and how many there are. */
export function googleLimit(body: JsonObject): CompletionLimit {
  const config = objectOf(body, "generationConfig");
  const { fault, ...limit } = completionLimit({
    max_output_tokens: member(config, "maxOutputTokens"),
    n: member(config, "candidateCount"),
  });
  const param = fault?.param === "n" ? COUNT : MAXIMUM;
  return { ...limit, fault: fault && { param, message: `"${param}" must be a whole number.` } };
}
