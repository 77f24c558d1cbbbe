import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** The beginnings of zod's own messages, which appear where a schema has no message of ours. */
const OF_ZOD = /^(Invalid|Too (small|big)|Unrecognized)\b/;

const WITH_ARTICLE: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "true or false",
  int: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
  tuple: "an array",
};

/**
 * What a field must be, as the end of a sentence that begins with its name. `issue` must have its input
 * (`reportInput`).
 */
export function inputFault(issue: Issue): string {
  if (!OF_ZOD.test(issue.message)) return issue.message;
  const { input: value } = issue;
  if (value === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type": {
      const expected = `must be ${WITH_ARTICLE[issue.expected] ?? issue.expected}`;
      const given = typeOf(value);
      return given === undefined || given === WITH_ARTICLE[issue.expected] || issue.expected === "int"
        ? expected
        : `${expected}, but is ${given}`;
    }
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map((one) => JSON.stringify(one)).join(", ")}`;
    case "too_small":
      return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", Number(issue.minimum));
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", Number(issue.maximum));
    default:
      return "has a form that /openapi.json does not describe";
  }
}

function bound(origin: string, how: string, limit: number): string {
  const counted = origin === "string" ? "character" : origin === "array" || origin === "set" ? "item" : undefined;
  return counted === undefined
    ? `must be ${how} ${limit}`
    : `must have ${how} ${limit} ${counted}${limit === 1 ? "" : "s"}`;
}

function typeOf(value: unknown): string | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "boolean" ? "a boolean" : WITH_ARTICLE[typeof value];
}
