import { z } from "zod";
import { limitOutputs, timeOutputs } from "./fields";
import { limitsOf, type LimitColumns } from "./limit-columns";

/** An end user; the management API calls them customers. */
export const customerSchema = z.object({
  user_id: z.string().describe("The id in a token's claim or in OpenAI's `user` field"),
  alias: z.string().nullable(),
  blocked: z.boolean(),
  ...limitOutputs,
  metadata: z.unknown(),
  spend: z.number().describe("Dollars, all time"),
  ...timeOutputs,
});
export type Customer = z.infer<typeof customerSchema>;

export interface EndUserRow extends LimitColumns {
  readonly id: string;
  readonly alias: string | null;
  readonly blocked: boolean;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An end user as the API and audit events show it, without the spend. */
export function customerRecord(row: EndUserRow): Omit<Customer, "spend"> {
  return {
    user_id: row.id,
    alias: row.alias,
    blocked: row.blocked,
    ...limitsOf(row),
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
