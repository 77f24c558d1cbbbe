"use client";
import { formatCount, formatTime } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { annotationsOf } from "@/components/charts/changes/annotations";
import { StripLine } from "@/components/charts/changes/strip-line";
import { ReadSection } from "@/components/detail-page/read-section";
import { type IncidentMoment, incidentContracts } from "@/lib/wire/contracts/incidents/timeline";
import { trafficContract } from "@/lib/wire/contracts/traffic";
import { hoursOf } from "./deployment-hours";

const HOURS = 24;
const HOUR_MS = 3_600_000;

/** What a deployment served and failed in each of the last 24 hours. */
export function DeploymentTraffic({ id }: { id: string }) {
  const traffic = useRead(
    trafficContract,
    { hours: HOURS, step_minutes: 60, deployment: id },
    { refetchInterval: 30_000 },
  );
  const timeline = useRead(incidentContracts.timeline, { deployment: id }, { refetchInterval: 30_000, retry: false });
  return (
    <ReadSection title={`Attempts, last ${HOURS} hours`} query={traffic} height="h-32">
      {({ data, until }) => (
        <Bars hours={hoursOf(data, Date.parse(until), HOURS)} moments={timeline.data?.data ?? []} />
      )}
    </ReadSection>
  );
}

function Bars({ hours, moments }: { hours: ReturnType<typeof hoursOf>; moments: readonly IncidentMoment[] }) {
  const annotations = annotationsOf(
    moments.filter(({ kind }) => kind !== "failures"),
    hours.map(({ at }) => ({ key: String(at), from: at, to: at + HOUR_MS })),
  );
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const succeeded = hours.reduce((sum, hour) => sum + hour.succeeded, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  return (
    <figure>
      <figcaption className="mb-2 text-ink-soft">
        <strong className="font-semibold text-ink">{formatCount(succeeded)}</strong> succeeded,{" "}
        <strong className={`font-semibold ${failed > 0 ? "text-bad" : "text-ink"}`}>{formatCount(failed)}</strong>{" "}
        failed
      </figcaption>
      <svg
        role="img"
        aria-label="Attempts by hour"
        viewBox={`0 0 ${hours.length * 10} 60`}
        preserveAspectRatio="none"
        className="h-20 w-full"
      >
        {hours.map((hour, at) => {
          const happened = annotations.get(String(hour.at)) ?? [];
          const [good, bad] = [(hour.succeeded / most) * 58, (hour.failed / most) * 58];
          return (
            <g key={hour.at}>
              <title>
                {[
                  `${formatTime(new Date(hour.at).toISOString())}: ${formatCount(hour.succeeded)} succeeded, ${formatCount(hour.failed)} failed`,
                  ...happened,
                ].join("\n")}
              </title>
              <rect x={at * 10} y={0} width={10} height={60} fill="transparent" />
              <rect x={at * 10 + 1} y={58.5} width={8} height={1.5} fill="var(--line)" />
              {happened.length > 0 && <StripLine x={at * 10 + 5} height={60} />}
              {good > 0 && <rect x={at * 10 + 1} y={60 - good} width={8} height={good} fill="var(--series-2)" />}
              {bad > 0 && <rect x={at * 10 + 1} y={60 - good - bad} width={8} height={bad} fill="var(--bad-solid)" />}
            </g>
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-meta text-ink-faint">
        <span>{hours.length} hours ago</span>
        <span>Now</span>
      </p>
    </figure>
  );
}
