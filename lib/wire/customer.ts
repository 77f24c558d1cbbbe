import { z } from "zod";
import { limitOutputs, timeOutputs } from "./fields";
import { limitsOf, type LimitColumns } from "./limit-columns";

/** An end user, under the name that the management API has for them. */
export const customerSchema = z.object({
  user_id: z.string().describe("The id that a token's claim or OpenAI's `user` field carries"),
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

/** Row → wire, without what they have spent: the form that audit events keep. */
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
