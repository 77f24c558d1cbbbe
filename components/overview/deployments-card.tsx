"use client";
import { formatCount, formatDuration, formatPercent } from "@/components/api/format";
import { type EntryHealth, entryHealth, failureText } from "@/components/models/entry-health";
import { EntityLink } from "@/components/shared/entity-link";
import { Ago, Until } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Mono, Note } from "@/components/ui/text";
import type { DeploymentHealth, LastHour } from "@/lib/wire/contracts/health";
import type { ModelView } from "@/lib/wire/model";
import { clockTime } from "./health";
import { CooldownKey, Lane } from "./lanes/lane";
import { ReadError } from "./read-error";
import type { OverviewReads } from "./use-overview-reads";

const SHOWN = 8;
const WORST_FIRST: readonly EntryHealth["word"][] = [
  "Failing",
  "Unusable",
  "Cooling down",
  "Degraded",
  "Serving",
  "No calls",
];

/** Every deployment as a lane of the last hour, those in trouble first, then the busiest. */
export function DeploymentsCard({ models, hour, byId }: Pick<OverviewReads, "models" | "hour" | "byId">) {
  const rows = (byId ? (models.data?.data ?? []) : [])
    .map((entry) => {
      const recent = byId?.get(entry.id);
      const health = entryHealth(entry, recent);
      return { entry, recent, health, rank: WORST_FIRST.indexOf(health.word), calls: attemptsOf(recent) };
    })
    .sort((a, b) => a.rank - b.rank || b.calls - a.calls);
  const unread = [hour, models].find(({ isLoadingError }) => isLoadingError);
  const hidden = rows.length - SHOWN;
  return (
    <Card>
      <CardHeader
        title="Deployments"
        description={
          <>
            Success and failure per 2 minutes, last hour. <CooldownKey />
          </>
        }
      >
        <Link href="/console/models" prefetch={false} className="rounded font-medium text-accent-text hover:underline">
          All models
        </Link>
      </CardHeader>
      {unread ? (
        <div className="p-4">
          <ReadError name="Deployments" query={unread} />
        </div>
      ) : !byId || !hour.data || !models.data ? (
        <div className="p-4">
          <Skeleton className="h-40 w-full" />
        </div>
      ) : rows.length === 0 ? (
        <p className="p-4 text-ink-faint">No models yet.</p>
      ) : (
        <ul className="divide-y" aria-label="Deployments">
          {rows.slice(0, SHOWN).map(({ entry, recent, health }) => (
            <DeploymentLine key={entry.id} entry={entry} recent={recent} health={health} hour={hour.data} />
          ))}
        </ul>
      )}
      {hidden > 0 && <Note className="border-t px-4 py-2">{formatCount(hidden)} more under Models.</Note>}
    </Card>
  );
}

function attemptsOf(recent: DeploymentHealth | undefined): number {
  return recent ? recent.served + recent.declined + recent.failed + recent.retried : 0;
}

function DeploymentLine({
  entry,
  recent,
  health,
  hour,
}: {
  entry: ModelView;
  recent: DeploymentHealth | undefined;
  health: EntryHealth;
  hour: LastHour;
}) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_10rem_6.5rem]">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Mono className="truncate font-medium" title={entry.upstream_model}>
            <EntityLink kind="deployment" id={entry.id}>
              {entry.model_name}
            </EntityLink>
          </Mono>
          <Badge tone={health.tone} title={health.because}>
            {health.word}
          </Badge>
        </p>
        <p className="truncate text-meta text-ink-faint">
          <Remark entry={entry} recent={recent} isFailing={health.tone === "bad" || health.tone === "warn"} />
        </p>
      </div>
      <Lane hour={hour} recent={recent} />
      <p className="hidden text-right text-meta text-ink-faint tabular-nums sm:block">
        {recent && recent.success_rate !== null ? (
          <>
            <span className="block font-medium text-ink">{formatPercent(recent.success_rate)}</span>
            {recent.latency_p50_ms !== null && recent.latency_p95_ms !== null && (
              <span title="Half of what was served took at most the first, 95% at most the second">
                {formatDuration(recent.latency_p50_ms)} · {formatDuration(recent.latency_p95_ms)}
              </span>
            )}
          </>
        ) : (
          "–"
        )}
      </p>
    </li>
  );
}

/** The most important remark about a deployment: its cooldown, its last failure, or its provider. */
function Remark({
  entry,
  recent,
  isFailing,
}: {
  entry: ModelView;
  recent: DeploymentHealth | undefined;
  isFailing: boolean;
}) {
  const [cooldown] = entry.cooldowns;
  const elsewhere = recent?.cooldowns.find(({ lasts }) => lasts);
  if (entry.unusable !== null) return <span className="text-bad">{entry.unusable}</span>;
  if (cooldown)
    return (
      <>
        On cooldown, tried again <Until iso={cooldown.until} />
      </>
    );
  if (elsewhere)
    return (
      <>
        On cooldown on {elsewhere.nodes.join(", ")}, tried again <Until iso={elsewhere.until} />
      </>
    );
  if (recent?.last_failure_at)
    return (
      <>
        {isFailing && recent.failing_since ? `Since ${clockTime(recent.failing_since)}, last ` : "Last failure "}
        {recent.last_failure && (
          <Link
            href={`/console/requests?any_id=${encodeURIComponent(recent.last_failure.call_id)}`}
            prefetch={false}
            className="text-accent-text hover:underline"
          >
            {failureText(recent.last_failure.failure)}
          </Link>
        )}{" "}
        <Ago iso={recent.last_failure_at} />
      </>
    );
  return <>{entry.upstream_model}</>;
}
