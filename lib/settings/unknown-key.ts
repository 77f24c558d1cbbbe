import { isShowableKey, quote, type Fault, type Path } from "@/lib/config/finding";
import { HOLDER_LIMIT_ADVICE, HOLDER_LIMITS } from "./foreign/holder-limits";
import { litellmAdvice } from "./foreign/litellm-settings";
import { nearest, nearestSpelling } from "./foreign/nearest";
import { knownKeys, knownPaths, type KnownPath } from "./schema-walk";

/**
 * Blanks at the ends of a key. No-break spaces and marks without a width come along from web pages and word processors;
 * to YAML they are text.
 */
const BLANK_LIKE = /^[\s\u200b-\u200f\u2060]|[\s\u200b-\u200f\u2060]$/u;

/** A longer list of keys would bury the other findings. */
const MOST_LISTED = 15;
const LISTED_ELSEWHERE = "docs/reference/configuration.md lists what is known there";

/**
 * The fault for a key that the schema does not know at this place: a key of another gateway, a misspelt one, or one at
 * the wrong level. `given`: the keys beside it, none of which it can be meant to be.
 */
export function unknownKeyFault(schema: unknown, parent: Path, key: string, given: readonly string[] = []): Fault {
  const path = [...parent, key];
  const known = knownKeys(schema, parent);
  const here = parent.length === 0 ? "at the top level" : `in ${nameOf(parent)}`;
  const shown = isShowableKey(key) ? `"${key}"` : "this key";

  const advice = litellmAdvice(key);
  if (advice !== undefined) {
    const meant = /^rename it to (\w+)$/.exec(advice)?.[1];
    return {
      number: "C184",
      path,
      at: "key",
      message: `${shown} is a setting of LiteLLM, and not known ${here}`,
      fix: advice,
      ...(meant !== undefined && { meant }),
    };
  }
  if (BLANK_LIKE.test(key))
    return {
      number: "C010",
      path,
      at: "key",
      message: "this key begins or ends with a character that only looks like a blank, or like nothing",
      fix: "replace it with spaces, or remove it",
    };
  const near = nearest(key, known);
  const other = near === undefined ? otherPath(schema, parent, key) : undefined;
  if (other && HOLDER_LIMITS.has(other.key) && (parent.length === 0 || parent.at(-1) === "general_settings")) {
    const message = `${shown} is not known ${here}: no limit is one of all calls`;
    return { number: "C010", path, at: "key", message, fix: HOLDER_LIMIT_ADVICE };
  }
  if (near !== undefined && given.includes(near)) {
    const message = `${shown} is not known ${here}, and "${near}", which it resembles, is given already`;
    return { number: "C010", path, at: "key", message, fix: "remove it" };
  }
  if (near !== undefined) {
    return {
      number: "C010",
      path,
      at: "key",
      message: `${shown} is not known ${here}; did you mean "${near}"?`,
      fix: `rename it to ${near}`,
      meant: near,
    };
  }
  if (other) {
    const target = other.parents.length === 0 ? "the top level" : (other.parents.at(-1) ?? "");
    const named = other.key === key ? shown : `"${other.key}", which this looks like,`;
    return {
      number: "C011",
      path,
      at: "key",
      message: `${named} belongs ${other.parents.length === 0 ? "at" : "in"} ${target}, not ${here}`,
      fix: other.parents.length === 0 ? "move it to the top level" : `move it under ${other.parents.join(".")}`,
      meant: other.key,
    };
  }
  return {
    number: "C010",
    path,
    at: "key",
    message: `${shown} is not known ${here}`,
    fix:
      known.length > MOST_LISTED ? `remove it: ${LISTED_ELSEWHERE}` : `remove it, or use one of: ${known.join(", ")}`,
  };
}

/** Another place where the schema knows this key, or one like it: the fewest levels away. */
function otherPath(schema: unknown, parent: Path, key: string): KnownPath | undefined {
  const here = parent.filter((segment) => typeof segment === "string");
  const exact = knownPaths(schema).filter((known) => known.key === key);
  const elsewhere = exact.length > 0 ? exact : similarPaths(schema, key);
  return elsewhere.sort((a, b) => steps(here, a.parents) - steps(here, b.parents))[0];
}

function similarPaths(schema: unknown, key: string): KnownPath[] {
  const known = knownPaths(schema);
  const near = key.length < 6 ? undefined : nearestSpelling(key, [...new Set(known.map((one) => one.key))]);
  return known.filter((one) => one.key === near);
}

/** The number of levels up and down from one place to another. */
function steps(from: readonly string[], to: readonly string[]): number {
  let common = 0;
  while (common < from.length && from[common] === to[common]) common++;
  return from.length - common + (to.length - common);
}

function nameOf(path: Path): string {
  const name = path.findLast((segment) => typeof segment === "string");
  return typeof name === "string" && isShowableKey(name) ? name : quote("");
}
