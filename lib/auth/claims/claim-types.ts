/** The types that a value of a claim may have. */
export const CLAIM_TYPES = ["string", "number", "boolean", "null", "list", "object"] as const;
