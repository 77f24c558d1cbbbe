import { claimParts, type ClaimExpression } from "@/lib/config/claim-expression";
import { captureStars, fillStars } from "@/lib/patterns/wildcard";
import { claimPath, type ClaimPath } from "./claim-path";

/** One part of a claim expression, ready to be read. An expression is a list of these. */
export interface ClaimSource {
  readonly path: ClaimPath;
  readonly pattern: string | undefined;
  readonly to: string;
  readonly take: "only" | "keys" | undefined;
  readonly integers: boolean;
  /** Splits a string; " " stands for any white space. Undefined: a string is one value. */
  readonly separator: string | undefined;
}

/** Takes an expression apart. `separator`: what splits strings if the expression does not say. */
export function claimSources(expression: ClaimExpression, separator?: string): readonly ClaimSource[] {
  return claimParts(expression).map((part) => ({
    path: claimPath(part.path),
    pattern: part.pattern,
    to: part.to ?? "*",
    take: part.take,
    integers: part.integers ?? false,
    separator: part.separator ?? separator,
  }));
}

/** What a value becomes by the pattern of its source; undefined if it does not count. */
export function mapped({ pattern, to }: ClaimSource, value: string): string | undefined {
  if (pattern === undefined) return value;
  const captures = captureStars(pattern, value);
  // An empty capture, as of "/teams/", names nothing, even where `to` would make a string of it.
  return captures === undefined || captures[0] === "" ? undefined : fillStars(to, captures);
}

/** The parts of a string between separators, without blank ones. */
export function separated({ separator }: ClaimSource, text: string): readonly string[] {
  if (separator === undefined) return [text];
  return text
    .split(separator === " " ? /\s+/ : separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
