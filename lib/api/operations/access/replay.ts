import type { AccessRequest, Identity } from "@/lib/auth/decision";
import { teamsNamedBySettings } from "@/lib/auth/named-teams";
import { claimReading, reviveIdentity, type ReplayIdentity } from "@/lib/auth/replay-identity";
import type { Settings } from "@/lib/config/schema";
import { readFactSnapshot, type FactSnapshot } from "@/lib/store/directory/fact-snapshot";
import { readRecordedTraffic, type RecordedRequest, type RecordedTraffic } from "@/lib/store/record/recorded-decisions";
import { reportView } from "@/lib/wire/replay";
import { settingsWithDraft } from "@/lib/gateway/explain/draft-settings";
import { loadKnownIdentity } from "@/lib/gateway/request/known-identity";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { defineOperation, type CallerOperation, type FindOperation } from "@/lib/api/operation";
import { Replay, type World } from "@/lib/gateway/explain/replay";
import type { Services } from "@/lib/gateway/services";

/** How many different requests are replayed at most, the most frequent first. */
const MAX_REQUESTS = 10_000;
/** After how many requests waiting calls get a turn. */
const TURN = 100;

/** `POST /auth/replay`: how a draft would have changed the decisions about the calls of the last days. */
export function replayOperations(find: FindOperation): CallerOperation[] {
  return [
    defineOperation(
      decisionContracts.replay,
      async ({ services }, { settings: draft, model_list: models, teams, days }) => {
        const inForce = services.settings.current();
        const drafted = settingsWithDraft(services.settings, draft);
        await services.recorder.flush();
        const period = days ?? inForce.general.decision_retention_days + 1;
        const now = services.now();
        const traffic = await readRecordedTraffic(services.database, { now, days: period, limit: MAX_REQUESTS });
        const replay = new Replay(
          { settings: inForce, models: inForce.models },
          { settings: drafted, models: models ?? inForce.models },
          now,
        );
        const skipped = await replayTraffic(services, traffic, {
          ...{ worlds: [inForce, drafted], replay, find },
          ...(teams && { draftTeams: new Map(teams.map(({ team_id: id, ...team }) => [id, team])) }),
        });
        return { body: reportView(replay.report(), { days: period, truncated: traffic.truncated, skipped }) };
      },
    ),
  ];
}

/** Adds every recorded request that can be replayed. Returns how many calls could not be, by reason. */
async function replayTraffic(
  { database, wait }: Services,
  traffic: RecordedTraffic,
  {
    worlds,
    replay,
    find,
    draftTeams,
  }: {
    readonly worlds: readonly World["settings"][];
    readonly replay: Replay;
    readonly find: FindOperation;
    readonly draftTeams?: DraftTeams;
  },
): Promise<ReadonlyMap<string, number>> {
  const jwtAuth = worlds.map((world) => world.jwtAuth);
  const snapshot = await readFactSnapshot(database, idsOf(traffic.identities.values(), jwtAuth));
  const drafted = draftTeams && withDraftTeams(snapshot, draftTeams);
  const skipped = new Map<string, number>();
  for (const [index, recorded] of traffic.requests.entries()) {
    if (index % TURN === TURN - 1) await wait(0);
    const identity = identityOf(traffic.identities.get(recorded.fingerprint), snapshot, worlds);
    const request = requestOf(recorded, find);
    if (typeof identity === "string" || request === undefined) {
      const reason = typeof identity === "string" ? identity : "The route is no longer served.";
      skipped.set(reason, (skipped.get(reason) ?? 0) + recorded.count);
      continue;
    }
    // Recorded calls name no end user.
    const scope = { scope: "shared", jwtAuth } as const;
    const known = await loadKnownIdentity(snapshot, identity, request, scope);
    const after = drafted && (await loadKnownIdentity(drafted, identity, request, scope));
    const { count, lastSeen } = recorded;
    replay.add({ ...known, request, count, lastSeen, ...(after && { factsAfter: after.facts }) });
  }
  return skipped;
}

type DraftTeams = ReadonlyMap<
  string,
  { readonly models?: readonly string[] | undefined; readonly blocked?: boolean | undefined }
>;

/** The directory with what a draft changes of its teams. */
function withDraftTeams(snapshot: FactSnapshot, drafts: DraftTeams): FactSnapshot {
  return {
    ...snapshot,
    team: async (id) => {
      const team = await snapshot.team(id);
      const { models = team?.models, blocked = team?.blocked } = drafts.get(id) ?? {};
      return team && { ...team, models: models ?? team.models, blocked: blocked ?? team.blocked };
    },
  };
}

/** The identity, or the reason why it cannot be replayed. */
function identityOf(
  recorded: ReplayIdentity | undefined,
  snapshot: FactSnapshot,
  worlds: readonly Pick<Settings, "jwtAuth">[],
): Identity | string {
  if (recorded === undefined) return "The call was recorded by another version of the gateway.";
  if (
    recorded.kind === "jwt" &&
    worlds.some(({ jwtAuth }) => claimReading(recorded.issuer, jwtAuth) !== recorded.reading)
  ) {
    return "The identity would now be read from other claims, and tokens are not kept.";
  }
  const key = recorded.kind === "virtual-key" ? snapshot.keys.get(recorded.keyId) : undefined;
  const [world] = worlds;
  return (world && reviveIdentity(recorded, key, world.jwtAuth)) ?? "The key has been deleted.";
}

function idsOf(identities: Iterable<ReplayIdentity>, jwtAuth: readonly Settings["jwtAuth"][]) {
  const ids = {
    teamIds: new Set<string>(),
    teamAliases: new Set<string>(),
    userIds: new Set<string>(),
    organizationIds: new Set<string>(),
    keyIds: new Set<string>(),
  };
  for (const identity of identities) {
    if (identity.kind === "virtual-key") {
      ids.keyIds.add(identity.keyId);
      continue;
    }
    const { teamId, objectId, groups, userId, email, organizationId, organizationIds } = identity;
    const named = teamsNamedBySettings(identity, jwtAuth);
    addAll(ids.teamIds, [teamId, objectId, ...groups, ...named.ids]);
    addAll(ids.teamAliases, [...named.aliases, ...groups]);
    addAll(ids.userIds, [userId, objectId, email]);
    addAll(ids.organizationIds, [organizationId, ...(organizationIds ?? [])]);
  }
  return ids;
}

function addAll(target: Set<string>, ids: readonly (string | undefined)[]): void {
  for (const id of ids) if (id !== undefined) target.add(id);
}

/**
 * Access is not recorded, so it is read from the operation table. The chosen organisation is part of the recorded
 * identity. Undefined: the operation no longer exists.
 */
function requestOf(
  { method, route, family, model, team }: RecordedRequest,
  find: FindOperation,
): AccessRequest | undefined {
  const operation = find(method, route)?.operation;
  if (!operation) return undefined;
  const { access, effect } = operation;
  return {
    method,
    route,
    family,
    access,
    effect,
    model,
    requestedTeam: team,
    requestedOrganization: undefined,
    endUser: undefined,
  };
}
