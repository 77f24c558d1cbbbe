import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import {
  changeEndUser,
  createEndUser,
  deleteEndUsers,
  findEndUser,
  listEndUsers,
  setEndUsersBlocked,
} from "@/lib/store/entities/end-users";
import { customerRecord, type Customer, type EndUserRow } from "@/lib/wire/customer";
import { metadataColumn } from "@/lib/wire/fields";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { limitColumns } from "@/lib/wire/limit-columns";
import { budgetStateOf } from "./entity-budget";
import { oneWithSpend, withSpend } from "./entity-spend";
import { customerContracts } from "@/lib/wire/contracts/customers";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";

function columnsOf(input: Omit<z.output<typeof customerContracts.update.input>, "user_id">) {
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

const customerNew = defineOperation(customerContracts.new, async ({ services, caller }, input) => {
  const row = await createEndUser(services, caller.actor, { id: input.user_id, ...columnsOf(input) });
  return { body: await oneWithSpend(services, "end_user", spending(row)) };
});

const customerInfo = defineOperation(customerContracts.info, async ({ services }, input) => {
  const id = input.user_id ?? input.end_user_id;
  if (id === undefined)
    throw new GatewayError("invalid_request", "Say which customer with ?user_id=", { param: "user_id" });
  const row = await findEndUser(services.database, id);
  if (!row) throw new GatewayError("not_found", "There is no end user with this user_id.", { param: "user_id" });
  const customer = await oneWithSpend(services, "end_user", spending(row));
  return { body: { ...customer, budget: await budgetStateOf(services, "end_user", row.id, customerRecord(row)) } };
});

const customerList = defineOperation(customerContracts.list, async ({ services }, input) => {
  const { rows, total } = await listEndUsers(services.database, input);
  return {
    body: {
      data: await withSpend(services, "end_user", rows.map(spending)),
      total,
      page: input.page,
      size: input.size,
    },
  };
});

const customerUpdate = defineOperation(customerContracts.update, async ({ services, caller }, input) => {
  const { row, nodes } = await changeEndUser(services, {
    actor: caller.actor,
    id: input.user_id,
    columns: columnsOf(input),
  });
  const customer = await oneWithSpend(services, "end_user", spending(row));
  return { body: { ...customer, nodes } };
});

const customerDelete = defineOperation(customerContracts.delete, async ({ services, caller }, input) => {
  const ids = [...new Set(input.user_ids)];
  return { body: { deleted_customers: ids, nodes: await deleteEndUsers(services, caller.actor, ids) } };
});

async function setBlocked(
  { services, caller }: CallerContext,
  input: z.output<typeof customerContracts.block.input>,
  blocked: boolean,
): Promise<{ body: { data: Customer[]; nodes: Receipt[] } }> {
  const ids = [...new Set(input.user_ids ?? (input.user_id === undefined ? [] : [input.user_id]))];
  const { rows, nodes } = await setEndUsersBlocked(services, { actor: caller.actor, ids, blocked });
  return { body: { data: await withSpend(services, "end_user", rows.map(spending)), nodes } };
}

const customerBlock = defineOperation(customerContracts.block, (context, input) => setBlocked(context, input, true));

const customerUnblock = defineOperation(customerContracts.unblock, (context, input) =>
  setBlocked(context, input, false),
);

/** `/customer/*` (design 5): end users. */
export const customerOperations: readonly CallerOperation[] = [
  customerNew,
  customerInfo,
  customerList,
  customerUpdate,
  customerDelete,
  customerBlock,
  customerUnblock,
];
