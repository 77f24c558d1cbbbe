import type { z } from "zod";
import { requestFor } from "@/lib/auth/access-request";
import { namedByTools } from "@/lib/auth/asked-name";
import type { AccessRequest, Identity } from "@/lib/auth/decision";
import { teamsNamedBySettings } from "@/lib/auth/named-teams";
import { claimReading, reviveIdentity, type ReplayIdentity } from "@/lib/auth/replay-identity";
import { tooLargeToTry } from "@/lib/auth/trial-size";
import type { Settings } from "@/lib/config/schema";
import { paceOfTrial } from "@/lib/time/io/pace";
import { readFactSnapshot, type FactSnapshot } from "@/lib/store/directory/fact-snapshot";
import { readRecordedTraffic, type RecordedRequest, type RecordedTraffic } from "@/lib/store/record/recorded-decisions";
import { reportView } from "@/lib/wire/replay";
import { settingsWithDraft } from "@/lib/gateway/explain/draft-settings";
import { loadKnownIdentity } from "@/lib/gateway/request/known-identity";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { defineOperation, type CallerOperation, type FindOperation } from "@/lib/api/operation";
import { type DraftRows, withDraftRows } from "@/lib/gateway/explain/draft-directory";
import { expiryAfter } from "@/lib/api/operations/keys/key-expiry";
import { Replay, type World } from "@/lib/gateway/explain/replay";
import { rememberedTier } from "@/lib/gateway/explain/explain-tool";
import type { Services } from "@/lib/gateway/services";

/** How many different requests are replayed at most: the most frequent ones. */
const MAX_REQUESTS = 10_000;
/** `POST /auth/replay`: how a draft would have changed the decisions about the calls of the last days. */
export const replayOperations: readonly CallerOperation[] = [
  defineOperation(
    decisionContracts.replay,
    async ({ services, table }, { settings: draft, model_list: models, days, ...rows }) => {
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
        worlds: [inForce, drafted],
        replay,
        find: table.find,
        drafts: draftRowsOf(now, rows),
      });
      return { body: reportView(replay.report(), { days: period, truncated: traffic.truncated, skipped }) };
    },
  ),
];

const TOO_LONG = "The calls before them took too long. Ask for fewer days.";

/** Adds every recorded request that can be replayed. Returns how many calls could not be, by reason. */
async function replayTraffic(
  services: Services,
  traffic: RecordedTraffic,
  {
    worlds,
    replay,
    find,
    drafts,
  }: {
    readonly worlds: readonly World["settings"][];
    readonly replay: Replay;
    readonly find: FindOperation;
    readonly drafts: DraftRows | undefined;
  },
): Promise<ReadonlyMap<string, number>> {
  const { database } = services;
  const jwtAuth = worlds.map((world) => world.jwtAuth);
  const ids = idsOf(traffic.identities.values(), jwtAuth);
  for (const { teams = [] } of drafts?.users.values() ?? []) addAll(ids.teamIds, teams);
  const snapshot = await readFactSnapshot(database, ids);
  const drafted = drafts && withDraftRows(snapshot, drafts);
  const skipped = new Map<string, number>();
  const pace = paceOfTrial();
  for (const [index, recorded] of traffic.requests.entries()) {
    if (!(await pace())) {
      const left = traffic.requests.slice(index).reduce((sum, { count }) => sum + count, 0);
      skipped.set(TOO_LONG, left);
      break;
    }
    const caller = traffic.identities.get(recorded.fingerprint);
    const identity = identityOf(caller, snapshot, worlds);
    const request = requestOf(services, recorded, find);
    if (typeof identity === "string" || request === undefined) {
      const reason = typeof identity === "string" ? identity : "The route is no longer served.";
      skipped.set(reason, (skipped.get(reason) ?? 0) + recorded.count);
      continue;
    }
    // Recorded calls name no end user.
    const scope = { scope: "shared", jwtAuth } as const;
    const known = await loadKnownIdentity(snapshot, identity, request, scope);
    const later = drafted && identityOf(caller, drafted, worlds);
    const after =
      drafted && typeof later === "object" ? await loadKnownIdentity(drafted, later, request, scope) : undefined;
    const { count, lastSeen, days } = recorded;
    replay.add({ ...known, request, count, lastSeen, days, ...(after && { after }) });
  }
  return skipped;
}

type GivenRows = Pick<z.output<typeof decisionContracts.replay.input>, "teams" | "users" | "organizations" | "keys">;

/**
 * The drafts of rows by their ids; undefined: there are none. `now`: milliseconds since the epoch. @throws GatewayError
 * invalid_request
 */
function draftRowsOf(now: number, { teams, users, organizations, keys }: GivenRows): DraftRows | undefined {
  if (!teams && !users && !organizations && !keys) return undefined;
  return {
    teams: new Map((teams ?? []).map(({ team_id: id, ...team }) => [id, team])),
    users: new Map((users ?? []).map(({ user_id: id, ...user }) => [id, user])),
    organizations: new Map((organizations ?? []).map(({ organization_id: id, ...organization }) => [id, organization])),
    keys: new Map(
      (keys ?? []).map(({ key: id, allowed_routes: allowedRoutes, duration, ...key }) => {
        const end = expiryAfter(now, duration, "duration");
        return [id, { ...key, allowedRoutes, expiresAt: end && end.getTime() }];
      }),
    ),
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
  const identity = world && reviveIdentity(recorded, key, world.jwtAuth);
  if (!identity) return "The key has been deleted.";
  return worlds.map(({ jwtAuth }) => tooLargeToTry(identity, jwtAuth)).find((reason) => reason) ?? identity;
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
 * The request of a recorded decision. Its access is not recorded, so it comes from the operation table. The chosen
 * organisation is part of the recorded identity. Undefined: the operation no longer exists.
 */
function requestOf(
  services: Services,
  { method, route, family, model, team, hosted }: RecordedRequest,
  find: FindOperation,
): AccessRequest | undefined {
  const operation = find(method, route)?.operation;
  if (!operation) return undefined;
  const { access, effect } = operation;
  const tools = family === "mcp_routes" && model !== undefined ? namedByTools(model) : undefined;
  const named = tools ? { ...tools, mcpTier: rememberedTier(services, tools) } : { model, hostedTools: hosted };
  return requestFor(method, { path: route, family, access, effect }, { ...named, requestedTeam: team });
}
