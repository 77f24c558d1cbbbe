import type { Services } from "@/lib/gateway/services";
import { mergeCooldowns } from "@/lib/api/operations/system/merge-cooldowns";
import { listAuditEvents } from "@/lib/store/audit";
import { withAnswering } from "@/lib/store/missing-nodes";
import { listNodes } from "@/lib/store/nodes";
import { orUnavailable } from "@/lib/store/failures";
import { readCooldowns } from "@/lib/store/record/cooldowns";
import {
  type FailureImpact,
  type FailureStretch,
  readFailureImpact,
  readFailureStretches,
} from "@/lib/store/record/failure-stretches";
import type { Minutes } from "@/lib/store/record/last-hour";
import type { AuditEventRow } from "@/lib/wire/audit-event";
import { type IncidentMoment, type IncidentTimeline, MOST_MOMENTS } from "@/lib/wire/contracts/incidents/timeline";
import { subjectName } from "@/lib/wire/subject-name";

const MINUTE_MS = 60_000;
/** From this many failed attempts on, failures are told. */
const LEAST_FAILURES = 3;
/** Failures last until no attempt has failed for this long. */
const LASTS_MS = 5 * MINUTE_MS;
/** How many deployments have the impact of their latest failures looked up. */
const MOST_IMPACTS = 5;
/** How long before the end of its first failure a call that was lost may have begun. */
const LONGEST_CALL_MS = 5 * MINUTE_MS;
/** How many cooldowns of single nodes and upstream models are read. */
const MOST_COOLDOWNS = 5_000;

/** What changes which calls are served, and what each is called on the timeline. */
const CHANGES: ReadonlyMap<string, IncidentMoment["kind"]> = new Map([
  ["config.save", "settings"],
  ["config.rollback", "settings"],
  ["model.create", "deployment"],
  ["model.update", "deployment"],
  ["model.delete", "deployment"],
  ["model.take_over", "deployment"],
  ...["team", "user", "key", "customer"].flatMap((type) => [
    [`${type}.block`, "block"] as const,
    [`${type}.unblock`, "release"] as const,
  ]),
]);

interface Asked extends Minutes {
  /** Only this one, and the settings; undefined: everything. */
  readonly deployment: string | undefined;
  /** Whether callers who lost calls, and what took over, are looked up. */
  readonly hasImpact: boolean;
}

/**
 * What happened in a time, the latest first. Times are milliseconds since the epoch.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function timelineOf(services: Services, asked: Asked): Promise<IncidentTimeline> {
  const { database } = services;
  const { since, until, deployment } = asked;
  const [stretches, cooldowns, events, nodes] = await Promise.all([
    readFailureStretches(database, { ...asked, limit: MOST_MOMENTS + 1, least: LEAST_FAILURES }),
    readCooldowns(database, { since, until, limit: MOST_COOLDOWNS }),
    listAuditEvents(
      database,
      { page: 1, size: MOST_MOMENTS },
      { actions: [...CHANGES.keys()], since: new Date(since), until: new Date(until) },
    ),
    orUnavailable(listNodes(database)),
  ]);
  const failures = stretches.slice(0, MOST_MOMENTS);
  const impacts = asked.hasImpact ? await readFailureImpact(database, latestOfEach(failures)) : [];
  const nameOf = namesOf(services);
  const cooling = coolingMoments(cooldowns, { asked, now: services.now(), nameOf });
  const changes = events.rows.map(changeMoment).filter((one) => concerns(one, deployment));
  const starts = withAnswering(nodes, services.changes.node).serving.filter(
    ({ startedAt }) => startedAt.getTime() >= since && startedAt.getTime() < until,
  );
  const data = [
    ...failures.map((one) =>
      failureMoment(one, { now: services.now(), nameOf, impact: impactOf(impacts, failures, one) }),
    ),
    ...cooling.slice(0, MOST_MOMENTS),
    ...changes,
    ...(deployment === undefined ? starts.map(startMoment) : []),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return {
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    data,
    truncated: stretches.length > MOST_MOMENTS || cooling.length > MOST_MOMENTS || events.total > events.rows.length,
  };
}

/** A moment without what only some kinds have. */
const PLAIN = {
  until: null,
  lasts: false,
  name: null,
  upstream_model: null,
  action: null,
  actor: null,
  event_id: null,
  reasons: [],
  nodes: [],
  version: null,
  impact: null,
} satisfies Partial<IncidentMoment>;

type NameOf = (deployment: string) => Pick<IncidentMoment, "name" | "upstream_model">;

/** The names of the deployments that are configured. */
function namesOf({ settings }: Services): NameOf {
  const known = new Map(
    settings.current().models.map(({ model_info: info, model_name: name, gateway_params: { model } }) => {
      return [info?.id, { name, upstream_model: model }] as const;
    }),
  );
  return (deployment) => known.get(deployment) ?? { name: null, upstream_model: null };
}

/** The latest failures of each of the first deployments, with the time in which their calls began. */
function latestOfEach(failures: readonly FailureStretch[]) {
  const latest = new Map<string, { deployment: string } & Minutes>();
  for (const { deployment, beganAt, lastAt } of failures) {
    if (latest.size === MOST_IMPACTS) break;
    if (!latest.has(deployment))
      latest.set(deployment, { deployment, since: beganAt - LONGEST_CALL_MS, until: lastAt + 1 });
  }
  return [...latest.values()];
}

/** The impact of a deployment belongs to its latest failures alone. */
function impactOf(
  impacts: readonly FailureImpact[],
  failures: readonly FailureStretch[],
  one: FailureStretch,
): FailureImpact | undefined {
  if (failures.find(({ deployment }) => deployment === one.deployment) !== one) return undefined;
  return impacts.find(({ deployment }) => deployment === one.deployment);
}

function failureMoment(
  { deployment, beganAt, lastAt, failed, lost, attempts }: FailureStretch,
  { now, nameOf, impact }: { now: number; nameOf: NameOf; impact: FailureImpact | undefined },
): IncidentMoment {
  const lasts = now - lastAt < LASTS_MS;
  return {
    ...PLAIN,
    ...nameOf(deployment),
    kind: "failures",
    at: new Date(beganAt).toISOString(),
    until: lasts ? null : new Date(lastAt).toISOString(),
    lasts,
    entity_type: "deployment",
    entity_id: deployment,
    impact: {
      failed_attempts: failed,
      attempts,
      lost_calls: lost,
      lost_callers: impact?.callers ?? null,
      taken_over_by: (impact?.takenOverBy ?? []).map((other) => {
        return { deployment: other.deployment, ...nameOf(other.deployment), calls: other.calls };
      }),
    },
  };
}

/** The cooldowns over all nodes, those that began last first. */
function coolingMoments(
  cooldowns: Parameters<typeof mergeCooldowns>[0],
  { asked, now, nameOf }: { asked: Asked; now: number; nameOf: NameOf },
): IncidentMoment[] {
  return [...mergeCooldowns(cooldowns, now)]
    .filter(([deployment]) => asked.deployment === undefined || deployment === asked.deployment)
    .flatMap(([deployment, views]) =>
      views.map(({ since, until, lasts, reasons, nodes }) => ({
        ...PLAIN,
        ...nameOf(deployment),
        kind: "cooldown" as const,
        at: since,
        until: lasts ? null : until,
        lasts,
        entity_type: "deployment",
        entity_id: deployment,
        reasons,
        nodes,
      })),
    )
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function changeMoment(row: AuditEventRow): IncidentMoment {
  const { entityType, entityId, before, after } = row;
  const kind = CHANGES.get(row.action) ?? "settings";
  return {
    ...PLAIN,
    kind,
    at: row.at.toISOString(),
    entity_type: kind === "deployment" ? "deployment" : entityType,
    entity_id: entityId,
    name: subjectName({ entity_type: entityType, entity_id: entityId, before, after }),
    action: row.action,
    actor: row.actor,
    event_id: Number(row.id),
  };
}

function concerns({ kind, entity_id: id }: IncidentMoment, deployment: string | undefined): boolean {
  return deployment === undefined || kind === "settings" || (kind === "deployment" && id === deployment);
}

function startMoment({ name, version, startedAt }: { name: string; version: string; startedAt: Date }): IncidentMoment {
  return {
    ...PLAIN,
    kind: "node",
    at: startedAt.toISOString(),
    entity_type: "node",
    entity_id: name,
    name,
    version,
  };
}
