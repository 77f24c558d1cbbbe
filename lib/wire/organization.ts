import { z } from "zod";
import { limitOutputs, timeOutputs } from "./fields";
import { limitsOf, type LimitColumns } from "./limit-columns";

export const organizationSchema = z.object({
  organization_id: z.string(),
  organization_alias: z.string().nullable(),
  models: z.array(z.string()).describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean(),
  ...limitOutputs,
  metadata: z.unknown(),
  spend: z.number().describe("Dollars, all time"),
  ...timeOutputs,
});
export type Organization = z.infer<typeof organizationSchema>;

export interface OrganizationRow extends LimitColumns {
  readonly id: string;
  readonly alias: string | null;
  readonly models: string[];
  readonly blocked: boolean;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An organisation as the API and audit events show it, without the spend. */
export function organizationRecord(row: OrganizationRow): Omit<Organization, "spend"> {
  return {
    organization_id: row.id,
    organization_alias: row.alias,
    models: row.models,
    blocked: row.blocked,
    ...limitsOf(row),
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
