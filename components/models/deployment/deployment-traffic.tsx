"use client";
import { formatCount, formatTime } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { ReadSection } from "@/components/detail-page/read-section";
import { trafficContract } from "@/lib/wire/contracts/traffic";
import { hoursOf } from "./deployment-hours";

const HOURS = 24;

/** What a deployment served and failed in each of the last 24 hours. */
export function DeploymentTraffic({ id }: { id: string }) {
  const traffic = useRead(
    trafficContract,
    { hours: HOURS, step_minutes: 60, deployment: id },
    { refetchInterval: 30_000 },
  );
  return (
    <ReadSection title={`Attempts, last ${HOURS} hours`} query={traffic} height="h-32">
      {({ data, until }) => <Bars hours={hoursOf(data, Date.parse(until), HOURS)} />}
    </ReadSection>
  );
}

function Bars({ hours }: { hours: ReturnType<typeof hoursOf> }) {
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
          const [good, bad] = [(hour.succeeded / most) * 58, (hour.failed / most) * 58];
          return (
            <g key={hour.at}>
              <title>{`${formatTime(new Date(hour.at).toISOString())}: ${formatCount(hour.succeeded)} succeeded, ${formatCount(hour.failed)} failed`}</title>
              <rect x={at * 10} y={0} width={10} height={60} fill="transparent" />
              <rect x={at * 10 + 1} y={58.5} width={8} height={1.5} fill="var(--line)" />
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
