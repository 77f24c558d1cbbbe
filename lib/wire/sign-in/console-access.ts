import { z } from "zod";
import type { OwnAnswers } from "@/lib/wire/own-questions";

/** A claim that names a user or teams, none of which the gateway has. */
export interface DeadEnd {
  /** As the settings name it. */
  readonly claim: string;
  readonly names: "user" | "team";
  /** Empty: the token does not have the claim. */
  readonly values: readonly string[];
}

/** A signed-in user who is not an administrator, with what would make them one. */
export interface Visitor {
  readonly name: string;
  readonly detail: string;
  readonly issuer: string | undefined;
  readonly reason: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /** The groups that the token names. */
  readonly groups: readonly string[];
  /** The claims that were read to find the person's user and teams, and led nowhere; empty: something else refuses. */
  readonly deadEnds: readonly DeadEnd[];
  /** Whom people without access ask: an address, or words; undefined: not configured. */
  readonly contact: string | undefined;
  /** The scope that makes a user an administrator, by the settings in force. */
  readonly adminScope: string | undefined;
  readonly adminRoles: readonly string[];
  readonly rolesClaim: string | undefined;
  /** Why the claims are those of the ID token; undefined: they come from the access token. */
  readonly accessTokenUnused: string | undefined;
}

/** Whether a visitor may use the console. */
export type ConsoleAccess =
  | { readonly state: "signed-out" }
  /** An administrator, or with `readOnly` a viewer. */
  | { readonly state: "administrator"; readonly name: string; readonly detail: string; readonly readOnly: boolean }
  /** Undecided, because something cannot be reached that the decision depends on. */
  | { readonly state: "unknown"; readonly reason: string }
  /** Not an administrator, but allowed to see their own entities. */
  | (Visitor & { readonly state: "member"; readonly own: OwnAnswers })
  | (Visitor & { readonly state: "refused" });

/** The characters that PostgreSQL refuses in a text. */
const UNSTORABLE = /[\0\ud800-\udfff]/u;

/** What somebody without access says when they ask for it. `note`: what for. */
export const strangerInput = z.strictObject({
  note: z
    .string()
    .max(512)
    .refine((text) => !UNSTORABLE.test(text))
    .nullable()
    .default(null),
});

/** What somebody without access reads when they have asked for it. */
export interface StrangerRequest {
  readonly state: "requested" | "already_requested";
  /** When they asked first, as an instant. */
  readonly requested_at: string;
}
