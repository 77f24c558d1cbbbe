import { z } from "zod";
import { priceObject } from "@/lib/config/price-settings";
import { COOLDOWN_REASONS } from "@/lib/router/cooldown";

/** The fields of an entry as shown: secrets appear only as hints. */
const entryFields = {
  id: z.string(),
  model_name: z.string(),
  gateway_params: z
    .record(z.string(), z.unknown())
    .describe("As in the configuration; a key shows only its first and last characters."),
  model_info: z.record(z.string(), z.unknown()),
};

const stored = {
  created_by: z.string().nullable(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
};

/** An entry of the model list, from the file or the database. */
export const modelView = z.object({
  ...entryFields,
  upstream_model: z.string(),
  provider: z.string(),
  api_base: z.string().nullable().describe("For administrators; null for everybody else."),
  source: z.enum(["file", "database"]),
  taken_over: z.boolean().describe("It replaces an entry of the file with the same id, until it is deleted."),
  priced: z.boolean(),
  prices: priceObject
    .nullable()
    .describe(
      "For administrators: what its calls cost now, in dollars per unit. Null: no price is known, or it is a pattern whose models have prices of their own.",
    ),
  price_version: z
    .string()
    .nullable()
    .describe(
      "Where the prices come from: `config:…` the entry, `genai-prices@…` the bundled list, else a `price_id`.",
    ),
  unusable: z.string().nullable().describe("Why this node cannot use the entry; null: it can."),
  credential_failure: z
    .string()
    .nullable()
    .describe(
      "For administrators: why this node cannot fetch the credential that the entry's calls need; null: it can, or has not tried.",
    ),
  in_flight: z.number().int().describe("Calls that are running on this node."),
  cooldowns: z
    .array(
      z.object({
        model: z.string(),
        failures: z.number().int(),
        reason: z.enum(COOLDOWN_REASONS),
        until: z.string(),
      }),
    )
    .describe(
      "The entry's upstream models that are on cooldown on this node, with their consecutive failures, why each cooldown began, and when it ends.",
    ),
  ...stored,
});
export type ModelView = z.infer<typeof modelView>;

export const storedModel = z.object({ ...entryFields, ...stored });

interface ModelRow {
  readonly id: string;
  readonly modelName: string;
  readonly params: unknown;
  readonly info: unknown;
  readonly hints: unknown;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An entry as the API and audit events show it. */
export function modelRecord(row: ModelRow): z.infer<typeof storedModel> {
  return {
    id: row.id,
    model_name: row.modelName,
    gateway_params: { ...objectOf(row.params), ...objectOf(row.hints) },
    model_info: objectOf(row.info),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
