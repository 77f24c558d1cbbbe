import { z } from "zod";
import { limitOutputs } from "./fields";
import { limitsOf, type LimitColumns } from "./limit-columns";

/** An end user, which the management API calls a customer. */
export const customerSchema = z.object({
  user_id: z.string().describe("The id in a token's claim or in OpenAI's `user` field"),
  alias: z.string().nullable(),
  blocked: z.boolean(),
  ...limitOutputs,
  metadata: z.unknown(),
  spend: z.number().describe("Dollars, all time"),
  created_at: z.string().nullable().describe("Null: known only from calls"),
  updated_at: z.string().nullable().describe("Null: known only from calls"),
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

/** An end user whom only calls name, without the spend. Nothing limits or blocks them. */
export function unrecordedCustomer(id: string): Omit<Customer, "spend"> {
  return {
    user_id: id,
    alias: null,
    blocked: false,
    ...NO_LIMITS,
    metadata: {},
    created_at: null,
    updated_at: null,
  };
}

const NO_LIMITS = limitsOf({
  maxBudget: null,
  softBudget: null,
  budgetDuration: null,
  tpmLimit: null,
  rpmLimit: null,
  maxParallelRequests: null,
});

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
