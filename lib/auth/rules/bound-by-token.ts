import type { Identity } from "../decision";

/**
 * Whether rules about tokens bind a caller: one with a JWT, or with a key that such a caller made. Without the latter,
 * a key would open what the role, the scopes or the teams of its maker do not.
 */
export function isBoundByToken({ kind, key }: Pick<Identity, "kind" | "key">): boolean {
  return kind === "jwt" || (key !== undefined && key.maker !== null);
}
