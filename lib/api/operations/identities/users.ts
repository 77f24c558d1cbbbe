import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { changeUser, createUser, deleteUsers, findUser, listUsers } from "@/lib/store/entities/users";
import { json, type ApiReply } from "@/lib/doors/contract";
import { budgetStateOf } from "./entity-budget";
import { budgetState } from "@/lib/wire/budget-state";
import { withSpend } from "./entity-spend";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { requireAdmin, requireUser } from "@/lib/api/ownership";
import {
  alias,
  entityId,
  idList,
  limitInputs,
  listInputs,
  listOf,
  metadata,
  metadataColumn,
  models,
  modelsColumn,
  receipts,
} from "@/lib/wire/fields";
import { limitColumns } from "@/lib/wire/limit-columns";
import { userRecord, userSchema, type UserRow } from "@/lib/wire/user";

function spending(row: UserRow) {
  return { id: row.id, record: userRecord(row) };
}

const userFields = {
  user_alias: alias.nullish(),
  user_email: alias.nullish(),
  models: models.nullish().describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean().optional(),
  ...limitInputs,
  metadata: metadata.nullish(),
};
const userWithReceipts = userSchema.extend({ nodes: receipts });

function columnsOf(input: z.output<z.ZodObject<typeof userFields>>) {
  return {
    alias: input.user_alias,
    email: input.user_email,
    models: modelsColumn(input.models),
    blocked: input.blocked,
    ...limitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

type UserChange = Omit<Parameters<typeof changeUser>[1], "actor">;

async function change({ services, caller }: OperationContext, what: UserChange): Promise<ApiReply> {
  const { actor } = requireAdmin(caller);
  const { row, nodes } = await changeUser(services, { actor, ...what });
  const [user] = await withSpend(services, "user", [spending(row)]);
  return json({ ...user, nodes });
}

const userNew = defineOperation({
  id: "user_new",
  method: "POST",
  path: "/user/new",
  family: "management_routes",
  summary: "Create a user",
  input: z.strictObject({
    user_id: entityId.nullish().describe("The id that the claim of the identity provider carries; absent: generated"),
    ...userFields,
    teams: z.array(entityId).max(1_000).nullish().describe("Teams to become a member of; they must exist"),
  }),
  output: userSchema,
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const row = await createUser(services, actor, {
      id: input.user_id ?? undefined,
      columns: columnsOf(input),
      teams: [...new Set(input.teams ?? [])],
    });
    const [user] = await withSpend(services, "user", [spending(row)]);
    return json(user);
  },
});

const userInfo = defineOperation({
  id: "user_info",
  method: "GET",
  path: "/user/info",
  family: "management_routes",
  summary: "One user; without user_id the caller",
  input: z.strictObject({ user_id: entityId.optional() }),
  output: userSchema.extend({ budget: budgetState }),
  async handle({ services, caller }, input) {
    const id = input.user_id ?? caller?.principal.userId;
    if (id === undefined)
      throw new GatewayError("invalid_request", "Say which user with ?user_id=", { param: "user_id" });
    requireUser(caller, id);
    const row = await findUser(services.database, id);
    if (!row) throw new GatewayError("not_found", "There is no user with this user_id.", { param: "user_id" });
    const [user] = await withSpend(services, "user", [spending(row)]);
    return json({ ...user, budget: await budgetStateOf(services, "user", row.id, userRecord(row)) });
  },
});

const userList = defineOperation({
  id: "user_list",
  method: "GET",
  path: "/user/list",
  family: "management_routes",
  summary: "Users, page by page",
  input: z.strictObject({
    ...listInputs,
    user_email: alias.optional(),
    team_id: entityId.optional().describe("Members of this team"),
  }),
  output: listOf(userSchema),
  async handle({ services, caller }, input) {
    requireAdmin(caller);
    const { rows, total } = await listUsers(services.database, input, {
      email: input.user_email,
      teamId: input.team_id,
    });
    return json({
      data: await withSpend(services, "user", rows.map(spending)),
      total,
      page: input.page,
      size: input.size,
    });
  },
});

const userUpdate = defineOperation({
  id: "user_update",
  method: "POST",
  path: "/user/update",
  family: "management_routes",
  summary: "Change a user; what is left out stays, null clears",
  input: z.strictObject({ user_id: entityId, ...userFields }),
  output: userWithReceipts,
  handle: (context, input) => change(context, { action: "user.update", id: input.user_id, columns: columnsOf(input) }),
});

const blockInput = z.strictObject({ user_id: entityId });

const userBlock = defineOperation({
  id: "user_block",
  method: "POST",
  path: "/user/block",
  family: "management_routes",
  summary: "Refuse every request of a user, from now on and on every node",
  input: blockInput,
  output: userWithReceipts,
  handle: (context, input) => change(context, { action: "user.block", id: input.user_id, columns: { blocked: true } }),
});

const userUnblock = defineOperation({
  id: "user_unblock",
  method: "POST",
  path: "/user/unblock",
  family: "management_routes",
  summary: "Accept requests of a user again",
  input: blockInput,
  output: userWithReceipts,
  handle: (context, input) =>
    change(context, { action: "user.unblock", id: input.user_id, columns: { blocked: false } }),
});

const userDelete = defineOperation({
  id: "user_delete",
  method: "POST",
  path: "/user/delete",
  family: "management_routes",
  summary:
    "Delete users and their memberships, all of them or none; refused while keys belong to them, unless cascade deletes those too",
  input: z.strictObject({
    user_ids: idList,
    cascade: z.boolean().default(false).describe("Delete the keys of the users too"),
  }),
  output: z.object({ deleted_users: z.array(z.string()), deleted_keys: z.array(z.string()), nodes: receipts }),
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const ids = [...new Set(input.user_ids)];
    const { keys, nodes } = await deleteUsers(services, actor, { ids, cascade: input.cascade });
    return json({ deleted_users: ids, deleted_keys: keys.map(({ id }) => id), nodes });
  },
});

/** `/user/*` (spec 4). */
export const userOperations: readonly Operation[] = [
  userNew,
  userInfo,
  userList,
  userUpdate,
  userDelete,
  userBlock,
  userUnblock,
];
