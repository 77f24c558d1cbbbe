import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { createUser, findUser, listUsers } from "@/lib/store/users";
import { json } from "../api";
import { withSpend } from "./entity-spend";
import { defineOperation, type Operation } from "../operation";
import { requireAdmin, requireUser } from "../ownership";
import { alias, blockedInput, entityId, limitColumns, limitInputs, listOf, metadata, models, pageInputs, searchInput, sortInputs } from "@/lib/wire/fields";
import { userRecord, userSchema, type UserRow } from "@/lib/wire/user";

function spending(row: UserRow) {
  return { id: row.id, record: userRecord(row) };
}

const userNew = defineOperation({
  id: "user_new",
  method: "POST",
  path: "/user/new",
  family: "management_routes",
  summary: "Create a user",
  input: z.strictObject({
    user_id: entityId.nullish(),
    user_alias: alias.nullish(),
    user_email: alias.nullish(),
    models: models.nullish().describe("Names or `*` patterns; empty: all models"),
    blocked: z.boolean().optional(),
    ...limitInputs,
    metadata: metadata.nullish(),
    teams: z.array(entityId).max(1_000).nullish().describe("Teams to become a member of; they must exist"),
  }),
  output: userSchema,
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const row = await createUser(services, actor, {
      id: input.user_id ?? undefined,
      columns: {
        alias: input.user_alias,
        email: input.user_email,
        models: input.models ?? [],
        blocked: input.blocked,
        ...limitColumns(input),
        metadata: input.metadata ?? {},
      },
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
  output: userSchema,
  async handle({ services, caller }, input) {
    const id = input.user_id ?? caller?.principal.userId;
    if (id === undefined) throw new GatewayError("invalid_request", "Say which user with ?user_id=", { param: "user_id" });
    requireUser(caller, id);
    const row = await findUser(services.database, id);
    if (!row) throw new GatewayError("not_found", "There is no user with this user_id.", { param: "user_id" });
    const [user] = await withSpend(services, "user", [spending(row)]);
    return json(user);
  },
});

const userList = defineOperation({
  id: "user_list",
  method: "GET",
  path: "/user/list",
  family: "management_routes",
  summary: "Users, page by page",
  input: z.strictObject({ ...pageInputs, ...sortInputs, search: searchInput, blocked: blockedInput }),
  output: listOf(userSchema),
  async handle({ services, caller }, input) {
    requireAdmin(caller);
    const { rows, total } = await listUsers(services.database, input);
    return json({ data: await withSpend(services, "user", rows.map(spending)), total, page: input.page, size: input.size });
  },
});

/** `/user/*` (spec 4). */
export const userOperations: readonly Operation[] = [userNew, userInfo, userList];
