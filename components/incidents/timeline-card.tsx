"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import {
  Ban,
  CircleAlert,
  CirclePlay,
  LockOpen,
  type LucideIcon,
  Server,
  SlidersHorizontal,
  Snowflake,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "@/components/shared/wording";
import { Moment } from "@/components/shared/time";
import { Card, CardHeader } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { PlainButton } from "@/components/ui/plain-button";
import { Skeleton } from "@/components/ui/skeleton";
import type { IncidentMoment, IncidentTimeline } from "@/lib/wire/contracts/incidents/timeline";
import { momentText, type ToldMoment, toldMoments } from "./moment-text";

/** How many moments stand in the card before somebody asks for all. */
const SHOWN = 6;

/** What failed in the last day beside what was changed, the latest first. `error`: shown where it cannot be read. */
export function TimelineCard({ timeline, error }: { timeline: UseQueryResult<IncidentTimeline>; error: ReactNode }) {
  const [all, setAll] = useState(false);
  const told = timeline.data ? toldMoments(timeline.data.data) : [];
  const hidden = told.length - SHOWN;
  return (
    <Card>
      <CardHeader title="Timeline" description="Failures beside changes, last 24 hours.">
        <Link href="/console/audit" prefetch={false} className="rounded font-medium text-accent-text hover:underline">
          Audit log
        </Link>
      </CardHeader>
      {timeline.isLoadingError ? (
        <div className="p-4">{error}</div>
      ) : !timeline.data ? (
        <div className="p-4">
          <Skeleton className="h-24 w-full" />
        </div>
      ) : told.length === 0 ? (
        <p className="p-4 text-ink-faint">Nothing failed, and nothing was changed.</p>
      ) : (
        <ol aria-label="Timeline" className="px-4 py-3">
          {(all ? told : told.slice(0, SHOWN)).map((one) => (
            <MomentLine key={keyOf(one.moment)} told={one} />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <p className="border-t px-4 py-2 text-meta">
          <PlainButton
            className="rounded font-medium text-accent-text hover:underline"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? "Show fewer" : `Show ${counted(hidden, "more", "more")}`}
          </PlainButton>
        </p>
      )}
    </Card>
  );
}

const MARKS: Readonly<Record<IncidentMoment["kind"], readonly [icon: LucideIcon, look: string]>> = {
  failures: [CircleAlert, "text-bad"],
  cooldown: [Snowflake, "text-warn"],
  settings: [SlidersHorizontal, "text-accent-text"],
  deployment: [Server, "text-accent-text"],
  block: [Ban, "text-ink-soft"],
  release: [LockOpen, "text-ink-soft"],
  node: [CirclePlay, "text-ink-faint"],
};

function MomentLine({ told: { moment, cooldowns } }: { told: ToldMoment }) {
  const { title, note, href } = momentText(moment);
  const [Icon, look] = MARKS[moment.kind];
  const more = [note, ...(cooldowns > 0 ? [counted(cooldowns, "cooldown")] : [])]
    .filter((one) => one !== "")
    .join("; ");
  return (
    <li className="group relative grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-2 pb-3 last:pb-0">
      <span className="relative flex justify-center">
        <span aria-hidden className="absolute top-5 -bottom-3 w-px bg-line group-last:hidden" />
        <Icon className={classNames("mt-0.5 size-4", look)} aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {href === undefined ? (
            title
          ) : (
            <Link href={href} prefetch={false} className="rounded hover:text-accent-text hover:underline">
              {title}
            </Link>
          )}
        </span>
        {more !== "" && <span className="block text-meta text-ink-faint wrap-anywhere">{more}</span>}
      </span>
      <span className="text-right text-meta text-ink-faint">
        <Moment iso={moment.at} />
      </span>
    </li>
  );
}

function keyOf({ kind, entity_id: id, at, event_id: event }: IncidentMoment): string {
  return `${kind} ${id} ${at} ${event}`;
}
