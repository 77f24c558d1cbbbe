import type { z } from "zod";
import {
  createEndUser,
  endUserColumns,
  endUserRecord,
  endUserRows,
  listEndUsers,
  setEndUsersBlocked,
  unrecordedEndUser,
  type ListedEndUser,
} from "@/lib/store/entities/end-users";
import { untilBooked } from "@/lib/api/operations/spend/scope";
import { orUnavailable } from "@/lib/store/failures";
import { readEntityTotal } from "@/lib/store/spend/spend-reports";
import { entityCalls } from "@/lib/store/spend/spend-totals";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { entityOperations } from "./entity-operations";
import { entityReplies, listQueryOf } from "./entity-replies";
import { endUserContracts } from "@/lib/wire/contracts/end-users";
import { operationsOf, type CallerContext } from "@/lib/api/operation";

const replies = entityReplies("end_user", endUserRecord);
const listReplies = entityReplies("end_user", (row: ListedEndUser) =>
  row.createdAt ? endUserRecord(row) : unrecordedEndUser(row.id),
);
const { named, found, change, remove } = entityOperations(MANAGED_KINDS.end_user, { rows: endUserRows, replies });

async function setBlocked(
  { services, caller }: CallerContext,
  input: z.output<typeof endUserContracts.block.input>,
  blocked: boolean,
) {
  const ids = [...new Set(input.user_ids ?? (input.user_id === undefined ? [] : [input.user_id]))];
  const { rows, nodes } = await setEndUsersBlocked(services, { actor: caller.actor, ids, blocked });
  return { body: { data: await replies.records(services, rows), nodes } };
}

/** `/customer/*`: the routes for end users. */
export const endUserOperations = operationsOf(endUserContracts, {
  async new({ services, caller }, { user_id: id, ...input }) {
    return replies.one(services, await createEndUser(services, caller.actor, { id, ...endUserColumns(input) }));
  },
  async info(context, input) {
    const { services } = context;
    const id = named(input.user_id ?? input.end_user_id);
    const row = await endUserRows.find(services.database, id);
    const known = row && (await replies.withBudget(services, row));
    if (!known) await untilBooked(context);
    const { calls, spend } = await orUnavailable(readEntityTotal(services.database, "end_user", id));
    if (known) return { ...known, body: { ...known.body, calls } };
    return { body: { ...found(calls === 0 ? undefined : unrecordedEndUser(id)), spend, calls, budget: null } };
  },
  async list({ services }, input) {
    const listed = await listEndUsers(services.database, { ...listQueryOf(input), recorded: input.recorded });
    const { body } = await listReplies.page(services, listed, input);
    const ids = listed.rows.map(({ id }) => id);
    const calls = await orUnavailable(entityCalls(services.database, "end_user", ids));
    return { body: { ...body, data: body.data.map((row) => ({ ...row, calls: calls.get(row.user_id) ?? 0 })) } };
  },
  update: (context, { user_id: id, ...input }) =>
    change(context, { verb: "update", id, columns: endUserColumns(input) }),
  async delete(context, input) {
    const { ids, nodes } = await remove(context, input.user_ids);
    return { body: { deleted_customers: ids, nodes } };
  },
  block: (context, input) => setBlocked(context, input, true),
  unblock: (context, input) => setBlocked(context, input, false),
});
