import type { IdentityFault } from "../decision";

/** A claim has the wrong type. Values are never cast into an identity. */
export class ClaimTypeError extends Error {
  override readonly name = "ClaimTypeError";
  constructor(readonly fault: IdentityFault) {
    super(fault.message);
  }
}

/** `The claim "groups" must be a list of strings, but its element 1 is an object.` */
export function wrongType(claim: string, expected: string, found: string): ClaimTypeError {
  return new ClaimTypeError({ claim, message: `The claim "${claim}" must be ${expected}, but ${found}.` });
}

/** The type of a wrong value in words that follow a subject; never the value itself. */
export function described(value: unknown): string {
  if (value === null) return "is null";
  if (Array.isArray(value)) return "is a list";
  return typeof value === "object" ? "is an object" : `is a ${typeof value}`;
}
