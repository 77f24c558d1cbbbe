import { z } from "zod";

/** A named credential as shown: of secrets only the hints. */
export const storedCredential = z.object({
  credential_name: z.string(),
  credential_values: z
    .record(z.string(), z.unknown())
    .describe("As they were given; a secret shows only its first and last characters."),
  credential_info: z.record(z.string(), z.unknown()),
  created_by: z.string().nullable().describe("Null: it is one of the configuration file."),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
});

export const credentialView = storedCredential.extend({
  source: z.enum(["file", "database"]),
  used_by: z.array(z.string()).describe("The ids of the entries that name it."),
  ends_at: z
    .string()
    .nullable()
    .describe(
      "When what this node has fetched with it ends, the earliest of its entries; it is renewed before. Null: nothing is fetched, or it has no end.",
    ),
  failure: z
    .string()
    .nullable()
    .describe("Why this node cannot fetch what calls need with it; null: it can, or has not tried."),
  unusable: z.string().nullable().describe("Why this node cannot use it; null: it can."),
});
export type CredentialView = z.infer<typeof credentialView>;

interface CredentialRow {
  readonly id: string;
  readonly values: unknown;
  readonly info: unknown;
  readonly hints: unknown;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A credential as the API and audit events show it. */
export function credentialRecord(row: CredentialRow): z.infer<typeof storedCredential> {
  return {
    credential_name: row.id,
    credential_values: { ...objectOf(row.values), ...objectOf(row.hints) },
    credential_info: objectOf(row.info),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
