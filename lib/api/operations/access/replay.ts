import { z } from "zod";
import type { AccessRequest, Identity } from "@/lib/auth/decision";
import { claimReading, reviveIdentity, type ReplayIdentity } from "@/lib/auth/replay-identity";
import type { Settings } from "@/lib/config/schema";
import { readFactSnapshot, type FactSnapshot } from "@/lib/store/directory/fact-snapshot";
import { readRecordedTraffic, type RecordedRequest, type RecordedTraffic } from "@/lib/store/record/recorded-decisions";
import { replayReport, reportView } from "@/lib/wire/replay";
import { json } from "@/lib/doors/contract";
import { settingsWithDraft } from "@/lib/gateway/explain/draft-settings";
import { loadKnownIdentity } from "@/lib/gateway/request/known-identity";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";
import { Replay, type World } from "@/lib/gateway/explain/replay";
import type { Services } from "@/lib/gateway/services";

/** How many kinds of request are tried at most, the most frequent first. */
const MAX_REQUESTS = 10_000;
/** After so many, calls that wait get their turn. */
const TURN = 100;

const draftModel = z.object({
  model_name: z.string().min(1).max(1024),
  gateway_params: z.object({ model: z.string().min(1).max(1024) }),
});

/** `POST /auth/replay`: what a draft would have meant for the calls of the last days. */
export const replayOperations: readonly Operation[] = [
  defineOperation({
    id: "auth.replay",
    method: "POST",
    path: "/auth/replay",
    family: "management_routes",
    summary:
      "Tries a draft of settings on recorded traffic: who would be denied, who allowed, and which models would go elsewhere.",
    input: z.strictObject({
      settings: z
        .unknown()
        .optional()
        .describe("A draft of access settings, as /config/validate takes it. Absent: those in force."),
      model_list: z
        .array(draftModel)
        .max(5_000)
        .optional()
        .describe("A draft of the model list, of which names and upstream models are read. Absent: the one in force."),
      days: z
        .number()
        .int()
        .min(1)
        .max(365)
        .optional()
        .describe("Today and how many days before it, in all. Absent: all that is kept."),
    }),
    output: replayReport,
    async handle({ services, caller }, { settings: draft, model_list: models, days }) {
      requireAdmin(caller);
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
      const skipped = await replayTraffic(services, traffic, [inForce, drafted], replay);
      return json(reportView(replay.report(), { days: period, truncated: traffic.truncated, skipped }));
    },
  }),
];

/** Puts every recorded request into the replay that can be tried. Answers how many calls could not, and why. */
async function replayTraffic(
  { database, wait }: Services,
  traffic: RecordedTraffic,
  worlds: readonly World["settings"][],
  replay: Replay,
): Promise<ReadonlyMap<string, number>> {
  const snapshot = await readFactSnapshot(database, idsOf(traffic.identities.values()));
  const skipped = new Map<string, number>();
  for (const [index, recorded] of traffic.requests.entries()) {
    if (index % TURN === TURN - 1) await wait(0);
    const identity = identityOf(traffic.identities.get(recorded.fingerprint), snapshot, worlds);
    if (typeof identity === "string") {
      skipped.set(identity, (skipped.get(identity) ?? 0) + recorded.count);
      continue;
    }
    const request = requestOf(recorded);
    const known = await loadKnownIdentity(snapshot, identity, request);
    replay.add({ ...known, request, count: recorded.count, lastSeen: recorded.lastSeen });
  }
  return skipped;
}

/** The identity, or why it cannot be asked about. */
function identityOf(
  recorded: ReplayIdentity | undefined,
  snapshot: FactSnapshot,
  worlds: readonly Pick<Settings, "jwtAuth">[],
): Identity | string {
  if (recorded === undefined) return "It was recorded by another version of the gateway.";
  if (
    recorded.kind === "jwt" &&
    worlds.some(({ jwtAuth }) => claimReading(recorded.issuer, jwtAuth) !== recorded.reading)
  ) {
    return "The identity was read from other claims than it would be now; tokens are not kept.";
  }
  const key = recorded.kind === "virtual-key" ? snapshot.keys.get(recorded.keyId) : undefined;
  const [world] = worlds;
  return (world && reviveIdentity(recorded, key, world.jwtAuth)) ?? "The key has been deleted.";
}

function idsOf(identities: Iterable<ReplayIdentity>) {
  const ids = {
    teamIds: new Set<string>(),
    userIds: new Set<string>(),
    organizationIds: new Set<string>(),
    keyIds: new Set<string>(),
  };
  for (const identity of identities) {
    if (identity.kind === "virtual-key") {
      ids.keyIds.add(identity.keyId);
      continue;
    }
    const { teamId, objectId, groups, userId, email, organizationId } = identity;
    addAll(ids.teamIds, [teamId, objectId, ...groups]);
    addAll(ids.userIds, [userId, objectId, email]);
    addAll(ids.organizationIds, [organizationId]);
  }
  return ids;
}

function addAll(target: Set<string>, ids: readonly (string | undefined)[]): void {
  for (const id of ids) if (id !== undefined) target.add(id);
}

function requestOf({ method, route, family, model, team }: RecordedRequest): AccessRequest {
  return { method, route, family, model, requestedTeam: team, endUser: undefined };
}
