import { createUser, listUsers, userColumns, userRecord, userRows } from "@/lib/store/entities/users";
import { lostWithFacts, wouldLockOut } from "@/lib/gateway/explain/lock-out";
import { connectionsToRevoke } from "@/lib/gateway/tools/connections/revoke-connection";
import { entityOperations } from "./entity-operations";
import { entityReplies, listQueryOf } from "./entity-replies";
import { nameAccessOf } from "@/lib/api/operations/spend/scope";
import { orUnavailable } from "@/lib/store/failures";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import { userContracts } from "@/lib/wire/contracts/users";
import { operationsOf, type CallerContext } from "@/lib/api/operation";
import { requireUser } from "@/lib/api/ownership";
import { MANAGED_KINDS } from "@/lib/entity-type";
import type { User } from "@/lib/wire/user";

const replies = entityReplies("user", userRecord);
const { named, found, change, remove } = entityOperations(MANAGED_KINDS.user, { rows: userRows, replies });

/**
 * Refuses to block the user behind the caller's own access.
 * @throws GatewayError would_lock_out if the caller is this user and would be refused as soon as the user is blocked
 */
function requireNoLockOut({ services, caller }: CallerContext, id: string): void {
  const user = caller.facts.users.get(id);
  if (!user) return;
  const after = { ...caller.facts, users: new Map(caller.facts.users).set(id, { ...user, blocked: true }) };
  const lost = lostWithFacts(services, caller, { before: caller.facts, after });
  if (lost.length > 0) throw wouldLockOut(lost, "blocked");
}

/** The names of the teams of users, by the teams' ids. @throws GatewayError directory_unavailable */
async function readTeamAliases(
  context: CallerContext,
  users: readonly Pick<User, "teams">[],
): Promise<(user: Pick<User, "teams">) => Record<string, string>> {
  const { pool } = context.services.database;
  const ids = users.flatMap(({ teams }) => teams.map((team_id) => ({ team_id })));
  const namesOf = await orUnavailable(readPayerNames(pool, ids, nameAccessOf(context)));
  return ({ teams }) =>
    Object.fromEntries(
      teams.flatMap((team_id): [string, string][] => {
        const { team_alias: alias } = namesOf({ team_id });
        return alias === null ? [] : [[team_id, alias]];
      }),
    );
}

/** `/user/*` (spec 4). */
export const userOperations = operationsOf(userContracts, {
  async new({ services, caller }, input) {
    const row = await createUser(services, caller.actor, {
      id: input.user_id ?? undefined,
      columns: userColumns(input),
      teams: [...new Set(input.teams ?? [])],
    });
    return replies.one(services, row);
  },
  async info(context, input) {
    const { services, caller } = context;
    const id = named(input.user_id ?? caller.principal.userId);
    requireUser(caller, id);
    const { body, headers } = await replies.withBudget(services, found(await userRows.find(services.database, id)));
    const aliasesOf = await readTeamAliases(context, [body]);
    return { body: { ...body, team_aliases: aliasesOf(body) }, headers };
  },
  async list(context, input) {
    const { services } = context;
    const { body } = await replies.page(services, await listUsers(services.database, listQueryOf(input), input), input);
    const aliasesOf = await readTeamAliases(context, body.data);
    return { body: { ...body, data: body.data.map((user) => ({ ...user, team_aliases: aliasesOf(user) })) } };
  },
  async update(context, { user_id: id, force, ...input }) {
    if (input.blocked === true && !force) requireNoLockOut(context, id);
    return change(context, { verb: "update", id, columns: userColumns(input) });
  },
  async delete(context, input) {
    const revoke = await connectionsToRevoke(context.services, { userIds: input.user_ids });
    const { ids, keyIds, nodes } = await remove(context, input.user_ids, input.cascade);
    revoke();
    return { body: { deleted_users: ids, deleted_keys: keyIds, nodes } };
  },
  async block(context, { user_id: id, force }) {
    if (!force) requireNoLockOut(context, id);
    return change(context, { verb: "block", id, columns: { blocked: true } });
  },
  unblock: (context, { user_id: id }) => change(context, { verb: "unblock", id, columns: { blocked: false } }),
});
