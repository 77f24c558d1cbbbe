import { queryString } from "@/components/api/client";
import { formatAge, formatPercent } from "@/components/api/format";
import { actionName } from "@/components/sentences/action-names";
import { REASON_WORDS } from "@/components/sentences/cooldown-reasons";
import { anyAddress } from "@/components/shared/entity-address";
import { counted } from "@/components/shared/wording";
import type { IncidentMoment } from "@/lib/wire/contracts/incidents/timeline";

/** What a moment of the timeline says, and where it leads. */
export interface MomentText {
  readonly title: string;
  readonly note: string;
  readonly href: string | undefined;
}

/** A moment in words: what happened, what it cost or who did it, and the page that has more. */
export function momentText(moment: IncidentMoment): MomentText {
  const { kind, entity_type: type, entity_id: id, event_id: event } = moment;
  switch (kind) {
    case "failures":
      return { title: `${nameOf(moment)} failed`, note: costOf(moment), href: failuresAddress(moment) };
    case "cooldown":
      return { title: `${nameOf(moment)} on cooldown`, note: coolingText(moment), href: anyAddress(type, id) };
    case "node":
      return {
        title: `Node ${id} started`,
        note: moment.version === null ? "" : `Version ${moment.version}`,
        href: "/console/settings",
      };
    case "settings":
    case "deployment":
    case "block":
    case "release":
      return {
        title: `${actionName(moment.action ?? "")}: ${moment.name ?? id}`,
        note: moment.actor === null ? "" : `By ${moment.actor}`,
        href: event === null ? undefined : `/console/audit${queryString({ event: String(event) })}`,
      };
  }
}

function nameOf({ name, upstream_model: upstream, entity_id: id }: IncidentMoment): string {
  return upstream ?? name ?? id;
}

/** The calls that were lost, or the page of the deployment where none was. */
function failuresAddress({ impact, entity_id: id, entity_type: type }: IncidentMoment): string | undefined {
  if (!impact || impact.lost_calls === 0) return anyAddress(type, id);
  return `/console/requests${queryString({ deployment: id, status: "error" })}`;
}

function costOf({ impact, at, until }: IncidentMoment): string {
  if (!impact) return "";
  const { failed_attempts: failed, attempts, lost_calls: lost, lost_callers: callers, taken_over_by: others } = impact;
  const most = others[0];
  return [
    `${counted(failed, "attempt")} failed, ${formatPercent(attempts === 0 ? 1 : failed / attempts)}`,
    lost === 0 ? "no call lost" : `${counted(lost, "call")}${callers ? ` of ${counted(callers, "caller")}` : ""} lost`,
    ...(most ? [`${most.upstream_model ?? most.name ?? most.deployment} took over`] : []),
    ...(until === null ? ["still failing"] : [`for ${lengthOf(at, until)}`]),
  ].join("; ");
}

function coolingText({ at, until, reasons, nodes }: IncidentMoment): string {
  const because = reasons.map((reason) => REASON_WORDS[reason]).join(", and ");
  const length = until === null ? "lasts" : `for ${lengthOf(at, until)}`;
  return [length, ...(because === "" ? [] : [because]), `on ${nodes.join(", ")}`].join("; ");
}

function lengthOf(at: string, until: string): string {
  return formatAge(Math.max(1, (Date.parse(until) - Date.parse(at)) / 1000));
}

/** A moment with the cooldowns that came of it. */
export interface ToldMoment {
  readonly moment: IncidentMoment;
  readonly cooldowns: number;
}

/** How long after the last failure a cooldown that came of it may begin, in milliseconds. */
const AFTER_MS = 60_000;

/** Moments as a list tells them: the cooldowns that failures led to are counted with these. */
export function toldMoments(moments: readonly IncidentMoment[]): ToldMoment[] {
  const causeOf = ({ entity_id: id, at }: IncidentMoment): IncidentMoment | undefined =>
    moments.find(
      (one) =>
        one.kind === "failures" &&
        one.entity_id === id &&
        Date.parse(one.at) - AFTER_MS <= Date.parse(at) &&
        (one.until === null || Date.parse(at) <= Date.parse(one.until) + AFTER_MS),
    );
  const counts = new Map<IncidentMoment, number>();
  const told = moments.filter((moment) => {
    const cause = moment.kind === "cooldown" ? causeOf(moment) : undefined;
    if (cause) counts.set(cause, (counts.get(cause) ?? 0) + 1);
    return cause === undefined;
  });
  return told.map((moment) => ({ moment, cooldowns: counts.get(moment) ?? 0 }));
}
