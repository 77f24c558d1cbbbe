import { z } from "zod";
import { listOf } from "../bounded-lists";
import type { Secret } from "../secret";

const text = z.string().trim().min(1);

/** What makes an administrator of somebody who logs in: one of these values in a claim. */
export const loginAdministrators = z.strictObject({
  claim: text.max(200).describe("The claim, with dots between the names of nested ones: `realm_access.roles`."),
  values: z.array(text.max(500)).min(1).max(50).describe("Any of them is enough."),
});
export type LoginAdministrators = z.output<typeof loginAdministrators>;

/** A login that administrators set up in the console, as its row holds it, without its secret. */
export const loginValues = z.strictObject({
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  client_id: text.max(200),
  label: text.max(60),
  scopes: listOf(z.string().regex(/^\S+$/)),
  administrators: loginAdministrators,
});
export type LoginValues = z.output<typeof loginValues>;

/** A login of the database. */
export interface StoredLogin extends Omit<LoginValues, "client_id"> {
  readonly clientId: string;
  /** Undefined: a public client. */
  readonly clientSecret: Secret | undefined;
}
