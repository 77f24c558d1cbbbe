import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import {
  changeEndUser,
  createEndUser,
  deleteEndUsers,
  findEndUser,
  listEndUsers,
  setEndUsersBlocked,
} from "@/lib/store/entities/end-users";
import { customerRecord, customerSchema, type EndUserRow } from "@/lib/wire/customer";
import {
  alias,
  entityId,
  idList,
  limitInputs,
  listInputs,
  listOf,
  metadata,
  metadataColumn,
  receipts,
} from "@/lib/wire/fields";
import { limitColumns } from "@/lib/wire/limit-columns";
import { json, type ApiReply } from "@/lib/doors/contract";
import { budgetStateOf } from "./entity-budget";
import { budgetState } from "@/lib/wire/budget-state";
import { withSpend } from "./entity-spend";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";

const customerFields = {
  alias: alias.nullish(),
  blocked: z.boolean().optional(),
  ...limitInputs,
  metadata: metadata.nullish(),
};

function columnsOf(input: z.output<z.ZodObject<typeof customerFields>>) {
  return {
    alias: input.alias,
    blocked: input.blocked,
    ...limitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

function spending(row: EndUserRow) {
  return { id: row.id, record: customerRecord(row) };
}

const customerNew = defineOperation({
  id: "customer_new",
  method: "POST",
  path: "/customer/new",
  family: "management_routes",
  summary:
    "Create a customer: an end user, whom calls name in a claim or in OpenAI's `user` field. Calls need none of this",
  input: z.strictObject({ user_id: entityId, ...customerFields }),
  output: customerSchema,
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const row = await createEndUser(services, actor, { id: input.user_id, ...columnsOf(input) });
    const [customer] = await withSpend(services, "end_user", [spending(row)]);
    return json(customer);
  },
});

const customerInfo = defineOperation({
  id: "customer_info",
  method: "GET",
  path: "/customer/info",
  family: "management_routes",
  summary: "One customer",
  input: z.strictObject({
    user_id: entityId.optional(),
    end_user_id: entityId.optional().describe("The same as user_id"),
  }),
  output: customerSchema.extend({ budget: budgetState }),
  async handle({ services, caller }, input) {
    requireAdmin(caller);
    const id = input.user_id ?? input.end_user_id;
    if (id === undefined)
      throw new GatewayError("invalid_request", "Say which customer with ?user_id=", { param: "user_id" });
    const row = await findEndUser(services.database, id);
    if (!row) throw new GatewayError("not_found", "There is no end user with this user_id.", { param: "user_id" });
    const [customer] = await withSpend(services, "end_user", [spending(row)]);
    return json({ ...customer, budget: await budgetStateOf(services, "end_user", row.id, customerRecord(row)) });
  },
});

const customerList = defineOperation({
  id: "customer_list",
  method: "GET",
  path: "/customer/list",
  family: "management_routes",
  summary:
    "Customers that were created or blocked here, page by page; those that only calls know are in the spend reports",
  input: z.strictObject(listInputs),
  output: listOf(customerSchema),
  async handle({ services, caller }, input) {
    requireAdmin(caller);
    const { rows, total } = await listEndUsers(services.database, input);
    return json({
      data: await withSpend(services, "end_user", rows.map(spending)),
      total,
      page: input.page,
      size: input.size,
    });
  },
});

const customerUpdate = defineOperation({
  id: "customer_update",
  method: "POST",
  path: "/customer/update",
  family: "management_routes",
  summary: "Change a customer; what is left out stays, null clears",
  input: z.strictObject({ user_id: entityId, ...customerFields }),
  output: customerSchema.extend({ nodes: receipts }),
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const { row, nodes } = await changeEndUser(services, { actor, id: input.user_id, columns: columnsOf(input) });
    const [customer] = await withSpend(services, "end_user", [spending(row)]);
    return json({ ...customer, nodes });
  },
});

const customerDelete = defineOperation({
  id: "customer_delete",
  method: "POST",
  path: "/customer/delete",
  family: "management_routes",
  summary: "Delete customers, all of them or none; a deleted customer is no longer blocked",
  input: z.strictObject({ user_ids: idList }),
  output: z.object({ deleted_customers: z.array(z.string()), nodes: receipts }),
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const ids = [...new Set(input.user_ids)];
    return json({ deleted_customers: ids, nodes: await deleteEndUsers(services, actor, ids) });
  },
});

const blockInput = z
  .strictObject({ user_id: entityId.optional(), user_ids: idList.optional() })
  .refine(({ user_id, user_ids }) => (user_id === undefined) !== (user_ids === undefined), {
    path: ["user_ids"],
    message: "send either user_id or user_ids",
  });
const blockOutput = z.object({ data: z.array(customerSchema), nodes: receipts });

async function setBlocked(
  { services, caller }: OperationContext,
  input: z.output<typeof blockInput>,
  blocked: boolean,
): Promise<ApiReply> {
  const { actor } = requireAdmin(caller);
  const ids = [...new Set(input.user_ids ?? (input.user_id === undefined ? [] : [input.user_id]))];
  const { rows, nodes } = await setEndUsersBlocked(services, { actor, ids, blocked });
  return json({ data: await withSpend(services, "end_user", rows.map(spending)), nodes });
}

const customerBlock = defineOperation({
  id: "customer_block",
  method: "POST",
  path: "/customer/block",
  family: "management_routes",
  summary: "Refuse every request made for customers, from now on and on every node, be they known here or not",
  input: blockInput,
  output: blockOutput,
  handle: (context, input) => setBlocked(context, input, true),
});

const customerUnblock = defineOperation({
  id: "customer_unblock",
  method: "POST",
  path: "/customer/unblock",
  family: "management_routes",
  summary: "Accept requests made for customers again",
  input: blockInput,
  output: blockOutput,
  handle: (context, input) => setBlocked(context, input, false),
});

/** `/customer/*` (design 5): end users. */
export const customerOperations: readonly Operation[] = [
  customerNew,
  customerInfo,
  customerList,
  customerUpdate,
  customerDelete,
  customerBlock,
  customerUnblock,
];
