"use client";
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { OutputOf } from "@/components/api/client";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { TryAgain } from "@/components/ui/states";
import type { healthContracts } from "@/lib/wire/contracts/health";
import type { ModelView } from "@/lib/wire/model";
import { deploymentsHealth, statesOf } from "./deployments-health";
import {
  budgetsHealth,
  issuersHealth,
  journalHealth,
  nodesHealth,
  type PartHealth,
  trafficHealth,
  type Verdict,
  verdictOf,
} from "./health";
import { ReadError } from "./read-error";
import type { ReadFaults } from "./read-faults";
import { toolsHealth } from "./tools-health";
import { TrafficStrip } from "./traffic-strip";
import type { OverviewReads } from "./use-overview-reads";

const RotationButton = lazyPart(() =>
  import("@/components/models/rotation/rotation-button").then((module) => module.RotationButton),
);

/** Shows at a glance whether the gateway is healthy. Every part links to its explanation. */
export function HealthCard({
  reads,
  faults,
  retry,
}: {
  reads: OverviewReads;
  faults: ReadFaults;
  /** Reads again what could not be read. For answers that are kept, the head of every page offers the same. */
  retry: () => void;
}) {
  const { hour, byId, models, issuers, journal, nodes, budgets, readiness, tools, timeline } = reads;
  const entries = models.data?.data;
  const parts: [name: string, href: string, part: PartHealth | undefined][] = [
    ["Traffic", "/console/requests", hour.data ? trafficHealth(hour.data) : unknownIf(hour)],
    [
      "Deployments",
      "/console/models",
      entries && byId ? deploymentsHealth(statesOf(entries, byId, timeline.data?.data)) : unknownIf(models, hour),
    ],
    ["Identity providers", "/console/providers", issuers.data ? issuersHealth(issuers.data.data) : unknownIf(issuers)],
    [
      "Spend journal",
      "#journal",
      journal.data ? journalHealth(journal.data, (nodes.data?.data.length ?? 1) === 1) : unknownIf(journal),
    ],
    [
      "Nodes",
      "/console/settings",
      nodes.data && readiness.data
        ? nodesHealth(nodes.data.data, readiness.data, nodes.data.missing)
        : unknownIf(nodes, readiness),
    ],
    ["Budgets", "#budgets", budgets.data ? budgetsOf(budgets.data) : unknownIf(budgets)],
  ];
  const known = parts.flatMap(([, , part]) => part ?? []);
  // Most gateways have no tool servers, so that they have no tile. Nobody waits for one that does not answer.
  const toolsPart = tools.data && tools.data.data.length > 0 ? [toolsHealth(tools.data.data)] : [];
  const verdict = known.length === parts.length ? verdictOf([...known, ...toolsPart], faults) : undefined;
  return (
    <Card className="mb-5 overflow-hidden">
      <VerdictLine verdict={verdict} entries={entries ?? []} {...(!faults.isAllKnown && { retry })} />
      <dl className="grid grid-cols-2 gap-px border-y bg-line sm:grid-cols-3 xl:grid-cols-6">
        {parts.map(([name, href, part]) => (
          <Part key={name} name={name} href={href} part={part} />
        ))}
      </dl>
      <div className="h-[5.75rem] px-4 py-3 sm:h-21">
        {hour.data ? (
          <TrafficStrip hour={hour.data} moments={timeline.data?.data ?? []} />
        ) : hour.isLoadingError ? (
          <ReadError name="Traffic" query={hour} />
        ) : (
          <Skeleton className="h-11 w-full" />
        )}
      </div>
    </Card>
  );
}

/** The health of budgets. The API lists the fullest first, so those that are used up are in the answer. */
function budgetsOf({ total, data }: OutputOf<typeof healthContracts.budgets>): PartHealth {
  return budgetsHealth(total, data.filter(({ spent, max_budget: most }) => spent >= most).length);
}

const TONES = {
  good: { icon: CircleCheck, text: "text-good", dot: "bg-good" },
  warn: { icon: TriangleAlert, text: "text-warn", dot: "bg-warn" },
  bad: { icon: CircleAlert, text: "text-bad", dot: "bg-bad-solid" },
  neutral: { icon: CircleDashed, text: "text-ink-soft", dot: "bg-line-strong" },
} as const;

function VerdictLine({
  verdict,
  entries,
  retry,
}: {
  verdict: Verdict | undefined;
  entries: readonly ModelView[];
  retry?: () => void;
}) {
  if (!verdict)
    return (
      <div className="flex h-19 items-center px-4 sm:h-13" role="status" aria-label="Loading">
        <Skeleton className="h-5 w-56" />
      </div>
    );
  const { icon: Icon, text } = TONES[verdict.tone];
  const [first, ...others] = verdict.faults;
  const leaving = entries.find(({ id }) => id === verdict.leaves);
  return (
    <div className="flex min-h-19 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-1.5 sm:min-h-13 sm:flex-nowrap">
      <div
        role="status"
        className="flex min-w-0 flex-1 basis-full flex-col justify-center gap-x-2.5 sm:basis-0 sm:flex-row sm:items-center sm:justify-start"
      >
        <p className={classNames("flex shrink-0 items-center gap-2.5 text-section font-semibold", text)}>
          <Icon className="size-5 shrink-0" aria-hidden />
          {verdict.title}
        </p>
        <p
          className="line-clamp-3 min-w-0 sm:line-clamp-2 text-meta break-words text-ink-soft sm:flex-1"
          title={verdict.faults.join(". ")}
        >
          {first}
          {others.length > 0 && `. ${others.join(". ")}`}
        </p>
      </div>
      {verdict.act && (
        <Link
          href={verdict.act.href}
          prefetch={false}
          className="shrink-0 rounded font-medium text-accent-text hover:underline"
        >
          {verdict.act.words}
        </Link>
      )}
      {leaving && <RotationButton entry={leaving} entries={entries} />}
      {retry && <TryAgain name="what could not be read" retry={retry} />}
    </div>
  );
}

function Part({ name, href, part }: { name: string; href: string; part: PartHealth | undefined }) {
  return (
    <div className="min-w-0 bg-surface">
      <dt className="sr-only">{name}</dt>
      <dd>
        <PartLink href={href}>
          <span aria-hidden className="block truncate text-meta text-ink-faint">
            {name}
          </span>
          {part ? (
            <>
              <span className="flex items-center gap-1.5 font-semibold tabular-nums">
                <span aria-hidden className={classNames("size-2 shrink-0 rounded-full", TONES[part.tone].dot)} />
                <span className="truncate">{part.value}</span>
              </span>
              <span className="block h-4.5 truncate text-meta text-ink-faint" title={part.note}>
                {part.note}
              </span>
            </>
          ) : (
            <span className="block h-9.5 py-1.5">
              <span className="sr-only">{`${name}: loading`}</span>
              <Skeleton className="h-4 w-20" />
            </span>
          )}
        </PartLink>
      </dd>
    </div>
  );
}

/** A link to another page, or to a card further down. */
function PartLink({ href, children }: { href: string; children: ReactNode }) {
  const looks = "block px-4 py-2 -outline-offset-2 hover:bg-hover/60";
  if (href.startsWith("#"))
    return (
      <a href={href} className={looks}>
        {children}
      </a>
    );
  return (
    <Link href={href} prefetch={false} className={looks}>
      {children}
    </Link>
  );
}

/** "Unknown" for a part with a query that was never read; undefined if there is none. The verdict says why. */
function unknownIf(...queries: readonly { readonly isLoadingError: boolean }[]): PartHealth | undefined {
  return queries.some(({ isLoadingError }) => isLoadingError)
    ? { tone: "warn", value: "Unknown", note: "could not be read" }
    : undefined;
}
