import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { changeUser, createUser, deleteUsers, findUser, listUsers } from "@/lib/store/entities/users";
import { lostWithFacts, wouldLockOut } from "@/lib/gateway/explain/lock-out";
import { entityReplies, listQueryOf } from "./entity-replies";
import { nameAccessOf } from "@/lib/api/operations/spend/scope";
import { orUnavailable } from "@/lib/store/failures";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import { userContracts } from "@/lib/wire/contracts/users";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";
import { ifMatchOf } from "@/lib/api/if-match";
import { requireUser } from "@/lib/api/ownership";
import { metadataColumn, modelsColumn } from "@/lib/wire/fields";
import { limitColumns } from "@/lib/wire/limit-columns";
import { type User, userRecord } from "@/lib/wire/user";

const replies = entityReplies("user", userRecord);

function columnsOf(input: Omit<z.output<typeof userContracts.new.input>, "user_id" | "teams">) {
  return {
    alias: input.user_alias,
    email: input.user_email,
    models: modelsColumn(input.models),
    blocked: input.blocked,
    role: input.user_role,
    ...limitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

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

type UserChange = Omit<Parameters<typeof changeUser>[1], "actor">;

async function change({ services, caller }: CallerContext, what: UserChange) {
  return replies.changed(services, await changeUser(services, { actor: caller.actor, ...what }));
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

const userNew = defineOperation(userContracts.new, async ({ services, caller }, input) => {
  const row = await createUser(services, caller.actor, {
    id: input.user_id ?? undefined,
    columns: columnsOf(input),
    teams: [...new Set(input.teams ?? [])],
  });
  return replies.one(services, row);
});

const userInfo = defineOperation(userContracts.info, async (context, input) => {
  const { services, caller } = context;
  const id = input.user_id ?? caller.principal.userId;
  if (id === undefined)
    throw new GatewayError("invalid_request", "Name the user with ?user_id=.", { param: "user_id" });
  requireUser(caller, id);
  const row = await findUser(services.database, id);
  if (!row) throw new GatewayError("not_found", "There is no user with this user_id.", { param: "user_id" });
  const { body, headers } = await replies.withBudget(services, row);
  const aliasesOf = await readTeamAliases(context, [body]);
  return { body: { ...body, team_aliases: aliasesOf(body) }, headers };
});

const userList = defineOperation(userContracts.list, async (context, input) => {
  const { services } = context;
  const found = await listUsers(services.database, listQueryOf(input), {
    email: input.user_email,
    teamId: input.team_id,
  });
  const { body } = await replies.page(services, found, input);
  const aliasesOf = await readTeamAliases(context, body.data);
  return { body: { ...body, data: body.data.map((user) => ({ ...user, team_aliases: aliasesOf(user) })) } };
});

const userUpdate = defineOperation(userContracts.update, async (context, input) => {
  if (input.blocked === true && !input.force) requireNoLockOut(context, input.user_id);
  return change(context, {
    action: "user.update",
    id: input.user_id,
    columns: columnsOf(input),
    ifMatch: ifMatchOf(context.request),
  });
});

const userBlock = defineOperation(userContracts.block, async (context, input) => {
  if (!input.force) requireNoLockOut(context, input.user_id);
  return change(context, { action: "user.block", id: input.user_id, columns: { blocked: true } });
});

const userUnblock = defineOperation(userContracts.unblock, (context, input) =>
  change(context, { action: "user.unblock", id: input.user_id, columns: { blocked: false } }),
);

const userDelete = defineOperation(userContracts.delete, async ({ services, caller, request }, input) => {
  const ids = [...new Set(input.user_ids)];
  const { keys, nodes } = await deleteUsers(services, caller.actor, {
    ids,
    cascade: input.cascade,
    ifMatch: ifMatchOf(request),
  });
  return { body: { deleted_users: ids, deleted_keys: keys.map(({ id }) => id), nodes } };
});

/** `/user/*` (spec 4). */
export const userOperations: readonly CallerOperation[] = [
  userNew,
  userInfo,
  userList,
  userUpdate,
  userDelete,
  userBlock,
  userUnblock,
];
