import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import {
  changeEndUser,
  createEndUser,
  deleteEndUsers,
  findEndUser,
  listEndUsers,
  setEndUsersBlocked,
  type ListedEndUser,
} from "@/lib/store/entities/end-users";
import { untilBooked } from "@/lib/api/operations/spend/scope";
import { orUnavailable } from "@/lib/store/failures";
import { readEntityTotal } from "@/lib/store/spend/spend-reports";
import { entityCalls } from "@/lib/store/spend/spend-totals";
import { customerRecord, unrecordedCustomer, type Customer } from "@/lib/wire/customer";
import { metadataColumn } from "@/lib/wire/fields";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { limitColumns } from "@/lib/wire/limit-columns";
import { entityReplies, listQueryOf } from "./entity-replies";
import { customerContracts } from "@/lib/wire/contracts/customers";
import { ifMatchOf } from "@/lib/api/if-match";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";

function columnsOf(input: Omit<z.output<typeof customerContracts.update.input>, "user_id">) {
  return {
    alias: input.alias,
    blocked: input.blocked,
    ...limitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

const replies = entityReplies("end_user", customerRecord);

const customerNew = defineOperation(customerContracts.new, async ({ services, caller }, input) => {
  const row = await createEndUser(services, caller.actor, { id: input.user_id, ...columnsOf(input) });
  return replies.one(services, row);
});

const customerInfo = defineOperation(customerContracts.info, async (context, input) => {
  const { services } = context;
  const id = input.user_id ?? input.end_user_id;
  if (id === undefined)
    throw new GatewayError("invalid_request", "Name the end user with ?user_id=.", { param: "user_id" });
  const row = await findEndUser(services.database, id);
  const known = row && (await replies.withBudget(services, row));
  if (!known) await untilBooked(context);
  const { calls, spend } = await orUnavailable(readEntityTotal(services.database, "end_user", id));
  if (known) return { ...known, body: { ...known.body, calls } };
  if (calls === 0) throw new GatewayError("not_found", "There is no end user with this user_id.", { param: "user_id" });
  return { body: { ...unrecordedCustomer(id), spend, calls, budget: null } };
});

const listReplies = entityReplies("end_user", (row: ListedEndUser) =>
  row.createdAt ? customerRecord(row) : unrecordedCustomer(row.id),
);

const customerList = defineOperation(customerContracts.list, async ({ services }, input) => {
  const listed = await listEndUsers(services.database, { ...listQueryOf(input), recorded: input.recorded });
  const { body } = await listReplies.page(services, listed, input);
  const ids = listed.rows.map(({ id }) => id);
  const calls = await orUnavailable(entityCalls(services.database, "end_user", ids));
  return { body: { ...body, data: body.data.map((row) => ({ ...row, calls: calls.get(row.user_id) ?? 0 })) } };
});

const customerUpdate = defineOperation(customerContracts.update, async ({ services, caller, request }, input) => {
  const ifMatch = ifMatchOf(request);
  const change = { actor: caller.actor, id: input.user_id, columns: columnsOf(input), ifMatch };
  return replies.changed(services, await changeEndUser(services, change));
});

const customerDelete = defineOperation(customerContracts.delete, async ({ services, caller, request }, input) => {
  const ids = [...new Set(input.user_ids)];
  const nodes = await deleteEndUsers(services, caller.actor, { ids, ifMatch: ifMatchOf(request) });
  return { body: { deleted_customers: ids, nodes } };
});

async function setBlocked(
  { services, caller }: CallerContext,
  input: z.output<typeof customerContracts.block.input>,
  blocked: boolean,
): Promise<{ body: { data: Customer[]; nodes: Receipt[] } }> {
  const ids = [...new Set(input.user_ids ?? (input.user_id === undefined ? [] : [input.user_id]))];
  const { rows, nodes } = await setEndUsersBlocked(services, { actor: caller.actor, ids, blocked });
  return { body: { data: await replies.records(services, rows), nodes } };
}

const customerBlock = defineOperation(customerContracts.block, (context, input) => setBlocked(context, input, true));

const customerUnblock = defineOperation(customerContracts.unblock, (context, input) =>
  setBlocked(context, input, false),
);

/** `/customer/*`: the routes for end users. */
export const customerOperations: readonly CallerOperation[] = [
  customerNew,
  customerInfo,
  customerList,
  customerUpdate,
  customerDelete,
  customerBlock,
  customerUnblock,
];
