import type { z } from "zod";
import { isShowableKey, MAXIMUM_FAULTS, quote, type Fault, type Path } from "@/lib/config/finding";
import { schemaAt, unwrap } from "./schema-walk";
import { fallbacksAsMap, litellmSectionFaults } from "./foreign/litellm-sections";
import { nearest } from "./foreign/nearest";
import { unknownKeyFault } from "./unknown-key";

type Issue = z.core.$ZodIssue;

/** For this many unknown keys it is said what was probably meant: that compares each with every key there is. */
const MOST_SUGGESTIONS = 50;

/**
 * Explains what a schema refuses in plain data, without repeating any value that could be a secret. Returns the first
 * 500 faults.
 */
export function schemaFaults(schema: unknown, value: unknown, issues: readonly Issue[]): Fault[] {
  const faults: Fault[] = [];
  let suggestions = MOST_SUGGESTIONS;
  for (const issue of issues) {
    if (faults.length >= MAXIMUM_FAULTS) break;
    const path = toPath(issue.path);
    if (issue.code !== "unrecognized_keys") faults.push(...issueFaults(schema, value, issue, path));
    else {
      const keys = issue.keys.slice(0, suggestions);
      suggestions -= keys.length;
      faults.push(...issueFaults(schema, value, { ...issue, keys }, path));
      const rest = issue.keys.slice(keys.length, MAXIMUM_FAULTS);
      faults.push(...rest.map((key) => plainFault(key, path)));
    }
  }
  return faults.slice(0, MAXIMUM_FAULTS);
}

/** A path of zod as one of a YAML file: zod's may contain symbols. */
export function toPath(path: readonly PropertyKey[]): Path {
  return path.map((segment) => (typeof segment === "symbol" ? String(segment) : segment));
}

function issueFaults(schema: unknown, root: unknown, issue: Issue, path: Path): Fault[] {
  const value = valueAt(root, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return unknownKeyFaults(schema, path, issue.keys, value);
    case "invalid_union":
      return unionFaults(schema, root, issue, path);
    case "invalid_key":
      return [{ number: "C014", path, at: "key", message: "a name must not be empty", fix: "name it" }];
    case "invalid_element":
      return issue.issues.flatMap((inner) => issueFaults(schema, root, inner, [...path, ...toPath(inner.path)]));
    case "invalid_type":
      return [typeFault(issue.expected, value, path)];
    case "invalid_value":
      if (value === undefined) return [missingFault(path)];
      return [choiceFault(issue.values.map(String), value, path)];
    case "invalid_format":
      return [formatFault(schema, issue, value, path)];
    case "too_small":
    case "too_big":
      return [boundFault(issue, path)];
    case "not_multiple_of":
      return [{ number: "C014", path, at: "value", message: `must be a multiple of ${issue.divisor}` }];
    case "custom":
      return [{ number: "C014", path, at: "value", message: issue.message }];
  }
}

function plainFault(key: string, path: Path): Fault {
  const message = `${isShowableKey(key) ? `"${key}"` : "this key"} is not known here`;
  const fix = "remove it: docs/reference/configuration.md lists what is known there";
  return { number: "C010", path: [...path, key], at: "key", message, fix };
}

function unknownKeyFaults(schema: unknown, path: Path, keys: readonly string[], given: unknown): Fault[] {
  const siblings = keysOf(given);
  return keys.flatMap(
    (key) =>
      litellmSectionFaults(schema, [...path, key], valueAt(given, [key])) ?? [
        unknownKeyFault(schema, path, key, siblings),
      ],
  );
}

function keysOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

function missingFault(path: Path): Fault {
  const key = String(path.at(-1));
  return { number: "C013", path, at: "key", message: `"${key}" is missing`, fix: `add ${key}: ...` };
}

function typeFault(expected: string, value: unknown, path: Path): Fault {
  if (value === undefined && typeof path.at(-1) === "string") return missingFault(path);
  const map = path.join(".") === "general_settings.fallbacks" ? fallbacksAsMap(value) : undefined;
  const fix = map === undefined ? typeFix(expected, value) : `write ${map}`;
  const message = `expected ${typeText[expected] ?? expected}, got ${describeType(value)}`;
  return { number: "C012", path, at: "value", message, ...(fix !== undefined && { fix }) };
}

const typeText: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping of keys to values",
  record: "a mapping of keys to values",
};

function describeType(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return "text";
  if (typeof value === "number" && !Number.isFinite(value)) return Number.isNaN(value) ? "`.nan`" : "infinity";
  return typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}

function typeFix(expected: string, value: unknown): string | undefined {
  if (value === null) return "give it a value, or remove the line";
  if (expected === "boolean" && typeof value === "string") {
    const written = value.trim().toLowerCase();
    if (["true", "yes", "on"].includes(written)) return "write true, without quotes";
    if (["false", "no", "off"].includes(written)) return "write false, without quotes";
  }
  if (expected === "boolean") return "write true or false";
  if (expected === "string" && (typeof value === "number" || typeof value === "boolean"))
    return "put the value in quotes";
  if (expected === "number" && (typeof value === "string" || typeof value === "number"))
    return "write digits only, without quotes or unit";
  if (expected === "int") return "write a whole number";
  if (expected === "array")
    return typeof value === "string" ? "write a list: [one, two]" : "put each entry on a line that begins with `- `";
  if (expected === "object" || expected === "record") return "write `key: value` lines, indented below it";
  return undefined;
}

function choiceFault(choices: readonly string[], value: unknown, path: Path): Fault {
  const list = choices.join(", ");
  if (typeof value !== "string" && choices.includes("true"))
    return {
      number: "C012",
      path,
      at: "value",
      message: `expected one of ${list}, got ${describeType(value)}`,
      fix: value === null ? "give it a value, or remove the line" : `write one of ${list}, without quotes`,
    };
  if (typeof value !== "string") return typeFault("string", value, path);
  const near = nearest(value, choices);
  const shown = isShowableKey(value) ? quote(value) : "this value";
  return {
    number: "C014",
    path,
    at: "value",
    message: `${shown} is not one of ${list}`,
    fix: near === undefined ? `use one of ${list}` : `write ${near}`,
  };
}

function formatFault(schema: unknown, issue: z.core.$ZodIssueInvalidStringFormat, value: unknown, path: Path): Fault {
  if (issue.format === "url") {
    const scheme = typeof value === "string" && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value);
    const quoted = typeof value === "string" && /^[\u2018\u2019\u201c-\u201e]/.test(value);
    const fix = quoted
      ? "write straight quotes, or none"
      : scheme
        ? "begin it with https:// or http://"
        : "write https://host/path";
    return { number: "C014", path, at: "value", message: "expected an http or https address", fix };
  }
  const inScopeModels = path.includes("scope_mappings") && path.includes("models");
  const fix = inScopeModels ? "list the exact model names" : undefined;
  const message = unwrap(schemaAt(schema, path)) === undefined ? "is not allowed here" : issue.message;
  return { number: inScopeModels ? "C023" : "C014", path, at: "value", message, ...(fix !== undefined && { fix }) };
}

function boundFault(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig, path: Path): Fault {
  const location = { path, at: "value", number: "C014" } as const;
  if (issue.code === "too_big" && (issue.origin === "string" || issue.origin === "array")) {
    const unit = issue.origin === "string" ? "characters" : "entries";
    return { ...location, message: `must have at most ${issue.maximum} ${unit}`, fix: "shorten it" };
  }
  if (issue.origin === "string" || issue.origin === "array")
    return { ...location, message: "must not be empty", fix: "give it a value, or remove the line" };
  if (issue.code === "too_small") {
    const bound = issue.inclusive === false ? "greater than" : "at least";
    return {
      ...location,
      message: `must be ${bound} ${issue.minimum}`,
      fix: `write a number ${bound} ${issue.minimum}`,
    };
  }
  const bound = issue.inclusive === false ? "less than" : "at most";
  return { ...location, message: `must be ${bound} ${issue.maximum}`, fix: `write a number ${bound} ${issue.maximum}` };
}

/**
 * Explains a union: the branch that got furthest is probably the intended one. If no branch got past the type, all
 * types are named.
 */
function unionFaults(schema: unknown, root: unknown, issue: z.core.$ZodIssueInvalidUnion, path: Path): Fault[] {
  const deeper = issue.errors.find((branch) =>
    branch.every((inner) => inner.path.length > 0 || inner.code !== "invalid_type"),
  );
  if (deeper) return deeper.flatMap((inner) => issueFaults(schema, root, inner, [...path, ...toPath(inner.path)]));
  const expected = issue.errors
    .flat()
    .flatMap((inner) => (inner.code === "invalid_type" ? [typeText[inner.expected] ?? inner.expected] : []));
  const message = `expected ${[...new Set(expected)].join(" or ")}, got ${describeType(valueAt(root, path))}`;
  return [{ number: "C012", path, at: "value", message }];
}

/** The value at a path of plain data. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const segment of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, segment);
  }
  return value;
}
