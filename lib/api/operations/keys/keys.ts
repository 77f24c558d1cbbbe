import { GatewayError } from "@/lib/errors";
import { deleteKeys, findKey, generateKey, type KeyFilter, listKeys } from "@/lib/store/entities/keys";
import { entityReplies, listQueryOf } from "@/lib/api/operations/identities/entity-replies";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { type CallerContext, defineOperation, type CallerOperation } from "@/lib/api/operation";
import type { Caller } from "@/lib/gateway/request/caller";
import { ifMatchOf } from "@/lib/api/if-match";
import { actingWriter } from "@/lib/api/acting-writer";
import { administers, ownTeamOf, requireKey, requireKeyScope, requireTeam, requireUser } from "@/lib/api/ownership";
import { keyColumns, keyRecord, type KeyRow } from "@/lib/store/entities/key-rows";
import type { PayerIds } from "@/lib/wire/payer-names";
import { nameAccessOf } from "@/lib/api/operations/spend/scope";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import { DAY_MS } from "@/lib/time/period";
import { keyMaker } from "@/lib/auth/key-maker";
import { keyExpiry } from "./key-expiry";
import { requireKeyGrant } from "./key-grant";
import { requireKeyBounds, withKeyDefaults, type KeyParameters } from "./key-parameters";

const replies = entityReplies("key", keyRecord);

/**
 * The owners of a new key. Only administrators may name owners other than themselves. An organisation is stored only if
 * the token itself names it; a team's organisation follows from the team.
 * @throws GatewayError route_not_allowed
 */
function ownersOf(
  caller: Caller,
  input: { user_id?: string | null; team_id?: string | null; organization_id?: string | null },
) {
  const { principal, identity } = caller;
  if (principal.admin)
    return { owners: { userId: input.user_id, teamId: input.team_id, organizationId: input.organization_id } };
  // A key with limits must not generate one without limits.
  if (identity.kind !== "jwt")
    throw new GatewayError("route_not_allowed", "A virtual key cannot generate keys; use a token or the master key.");
  const isPersonal = input.team_id === null && principal.makesKeys !== undefined;
  const teamId = isPersonal ? undefined : (input.team_id ?? usualTeamOf(caller));
  // With user_id null, the key belongs to the team alone. Nobody makes keys of other users, because such a key would
  // act as them.
  const isTeamsOwn = input.user_id === null && administers(caller, teamId);
  const userId = isTeamsOwn ? undefined : (input.user_id ?? principal.userId);
  requireMakesKeys(caller, teamId);
  if (userId !== undefined) requireUser(caller, userId);
  if (teamId !== undefined) requireTeam(caller, teamId);
  if (userId === undefined && teamId === undefined)
    throw new GatewayError(
      "route_not_allowed",
      "Your credentials name no user and no team that the key could belong to.",
    );
  return { owners: { userId, teamId }, tokenOrganizationId: identity.organizationId };
}

/**
 * The team of a key whose request names none: the caller's own. Where `key_generation_settings` does not let the caller
 * make keys of that team, it is the one team of which they make keys, if they make no others. Undefined: no team.
 */
function usualTeamOf({ principal }: Caller): string | undefined {
  const own = ownTeamOf(principal);
  const { makesKeys } = principal;
  if (!makesKeys || (own !== undefined && makesKeys.teams.includes(own))) return own;
  const [only, another] = makesKeys.teams;
  return makesKeys.personal || another !== undefined ? undefined : (only ?? own);
}

/**
 * Passes keys that `key_generation_settings` lets the caller make, if it is set. @throws GatewayError route_not_allowed
 */
function requireMakesKeys({ principal: { makesKeys } }: Caller, teamId: string | undefined): void {
  if (!makesKeys || (teamId === undefined ? makesKeys.personal : makesKeys.teams.includes(teamId))) return;
  const message =
    teamId === undefined
      ? "key_generation_settings lets you make keys of a team only; name one of yours."
      : "key_generation_settings does not let you make keys of this team.";
  throw new GatewayError("route_not_allowed", message, { param: "team_id" });
}

const keyGenerate = defineOperation(keyContracts.generate, async (context, given) => {
  const { services, caller } = context;
  const now = services.now();
  const settings = services.settings.current();
  const {
    user_key_max_days: maximumDays,
    default_key_generate_params: defaults,
    upperbound_key_generate_params: bounds,
  } = settings.general;
  const { admin } = caller.principal;
  requireKeyBounds(asNothing(given), bounds);
  const input = withKeyDefaults(given, defaults, bounds);
  const rights = {
    expiresAt: keyExpiry(now, {
      asked: given.duration,
      usual: defaults?.duration,
      longest: bounds?.duration,
      maximumDays: admin ? null : maximumDays,
    }),
    ...(!admin && { maker: { ...keyMaker(caller, settings) } }),
  };
  const owners = ownersOf(caller, input);
  await requireKeyGrant(context, owners.owners.teamId, input);
  const { secret, row } = await generateKey(actingWriter(context), caller.actor, {
    ...owners,
    columns: { ...keyColumns(input), ...rights },
  });
  return { body: { key: secret, ...keyRecord(row) }, headers: { "cache-control": "no-store" } };
});

/** Drops fields that are null, which for a new key mean the same as absent ones. */
function asNothing(input: KeyParameters): KeyParameters {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

const keyInfo = defineOperation(keyContracts.info, async (context, input) => {
  const { services, caller } = context;
  const reference = input.key ?? caller.principal.keyId;
  if (reference === undefined)
    throw new GatewayError("invalid_request", "Name the key with ?key=, by its secret or its token_id.", {
      param: "key",
    });
  const row = requireKey(caller, await findKey(services.database, reference));
  const { body, headers } = await replies.withBudget(services, row);
  const namesOf = await readOwnerNames(context, [body]);
  return { body: { ...body, ...namesOf(body) }, headers };
});

const keyList = defineOperation(keyContracts.list, async (context, input) => {
  const { services, caller } = context;
  const filter = {
    userId: input.user_id,
    teamId: input.team_id,
    organizationId: input.organization_id,
    issuer: input.issuer,
    expired: input.expired === undefined ? undefined : { is: input.expired, at: new Date(services.now()) },
    ends: endsWithin(input.ends_within_days, services.now()),
    scope: requireKeyScope(caller),
  };
  const listed = await replies.page(services, await listKeys(services.database, listQueryOf(input), filter), input);
  const { data } = listed.body;
  const namesOf = await readOwnerNames(context, data);
  return { body: { ...listed.body, data: data.map((key) => ({ ...key, ...namesOf(key) })) } };
});

/** The time that begins at `now` (milliseconds since the epoch) and lasts a number of days; undefined: any. */
function endsWithin(days: number | undefined, now: number): KeyFilter["ends"] {
  return days === undefined ? undefined : { after: new Date(now), by: new Date(now + days * DAY_MS) };
}

/** The owners of a key, whose names are shown beside it. */
function payersOf({ team_id, user_id, organization_id }: PayerIds): PayerIds {
  return { team_id, user_id, organization_id };
}

/** The names of keys' owners that the caller may see. */
async function readOwnerNames(context: CallerContext, keys: readonly PayerIds[]) {
  const { pool } = context.services.database;
  const namesOf = await readPayerNames(pool, keys.map(payersOf), nameAccessOf(context));
  return (key: PayerIds) => {
    const { team_alias, user_alias, user_email, organization_alias } = namesOf(payersOf(key));
    return { team_alias, user_alias, user_email, organization_alias };
  };
}

const keyDelete = defineOperation(keyContracts.delete, async ({ services, caller, request }, input) => {
  const rows: KeyRow[] = [];
  for (const reference of new Set(input.keys))
    rows.push(requireKey(caller, await findKey(services.database, reference)));
  const ids = [...new Set(rows.map((row) => row.id))];
  const nodes = await deleteKeys(actingWriter({ services, caller }), caller.actor, {
    ids,
    ifMatch: ifMatchOf(request),
  });
  return { body: { deleted_keys: ids, nodes } };
});

/** `/key/*` (spec 4), except the operations that change a key. */
export const keyOperations: readonly CallerOperation[] = [keyGenerate, keyInfo, keyList, keyDelete];
