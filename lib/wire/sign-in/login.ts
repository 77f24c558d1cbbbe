import { z } from "zod";
import { loginAdministrators } from "@/lib/config/login/login-settings";

/** The id of the only login of the database: the name in the redirect address. */
export const LOGIN_ID = "oidc";

/** A login of the database as shown: of its secret only the hint. */
export const storedLogin = z.object({
  issuer: z.string(),
  client_id: z.string(),
  client_secret: z.string().nullable().describe("The last characters of a long secret; null: a public client."),
  label: z.string(),
  scopes: z.array(z.string()).describe("What a login asks for."),
  administrators: loginAdministrators.nullable(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type StoredLoginView = z.output<typeof storedLogin>;

interface LoginRow {
  readonly values: unknown;
  readonly hints: unknown;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const shownValues = z.object({
  issuer: z.string().default(""),
  client_id: z.string().default(""),
  label: z.string().default(""),
  scopes: z.array(z.string()).default([]),
  administrators: loginAdministrators.nullable().default(null),
});
const shownHints = z.object({ client_secret: z.string().nullable().default(null) });

/** A login as the API and audit events show it. */
export function loginRecord({ values, hints, createdBy, createdAt, updatedAt }: LoginRow): StoredLoginView {
  return {
    ...shownValues.catch(shownValues.parse({})).parse(values),
    ...shownHints.catch({ client_secret: null }).parse(hints),
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
