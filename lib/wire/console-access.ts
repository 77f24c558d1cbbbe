import type { OwnAnswers } from "@/lib/wire/own-questions";

/** Somebody who is signed in and is no administrator, and what would make one of them. */
export interface Refused {
  readonly name: string;
  readonly detail: string;
  readonly issuer: string | undefined;
  readonly reason: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /** What would make an administrator of somebody, as the settings have it. */
  readonly adminScope: string | undefined;
  readonly adminRoles: readonly string[];
  readonly rolesClaim: string | undefined;
}

/** Who is looking at the console, and whether they may. */
export type ConsoleAccess =
  | { readonly state: "signed-out" }
  | { readonly state: "administrator"; readonly name: string; readonly detail: string }
  /** It cannot be said now: what the decision turns on is out of reach. */
  | { readonly state: "unknown"; readonly reason: string }
  /** No administrator, but somebody who may see what is theirs. */
  | (Refused & { readonly state: "member"; readonly own: OwnAnswers })
  | (Refused & { readonly state: "refused" });
