import type { Claims } from "../decision";
import type { ClaimSource } from "./claim-source";
import { wrongType } from "./claim-type-error";
import { obstacleOf, readPath } from "./read-path";

/**
 * The value of a claim; undefined if it is absent. `expected`: what the claim must be.
 * @throws ClaimTypeError if a bracketed segment meets a value that is not a list, or the name after it meets one that
 * is not an object
 */
export function claimValue(claims: Claims, { path }: ClaimSource, expected: string): unknown {
  const value = readPath(claims, path);
  const obstacle = value === undefined ? obstacleOf(claims, path) : undefined;
  if (obstacle !== undefined) throw wrongType(path.written, expected, obstacle);
  return value;
}
