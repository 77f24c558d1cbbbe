import { useId } from "react";
import type { DeploymentHealth, LastHour } from "@/lib/wire/contracts/health";
import { laneSteps, laneText, stepText } from "./lane-steps";

/** The width of a step, and of its bar. */
const STEP = 6;
const BAR = 4.5;
const HEIGHT = 16;
/** How much shorter a bar is when its deployment was on cooldown, so that the hatching shows. */
const HATCHED = 6;

/** A deployment's last hour: what succeeded and failed in each step, and hatched where it was on cooldown. */
export function Lane({ hour, recent }: { hour: LastHour; recent: DeploymentHealth | undefined }) {
  const hatch = useId();
  const steps = laneSteps(hour, recent);
  return (
    <svg
      role="img"
      aria-label={laneText(recent)}
      viewBox={`0 0 ${steps.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-4 w-28 sm:w-40"
    >
      <Hatch id={hatch} />
      {steps.map((step, at) => {
        const { succeeded, failed, cooldowns } = step;
        const isCooling = cooldowns.length > 0;
        const isIdle = succeeded + failed === 0;
        const height = isCooling ? HEIGHT - HATCHED : HEIGHT;
        return (
          <g key={step.at}>
            <title>{stepText(step, hour.step_minutes)}</title>
            <rect
              x={at * STEP}
              y={0}
              width={STEP}
              height={HEIGHT}
              fill={isCooling ? `url(#${hatch})` : "transparent"}
            />
            {!(isIdle && isCooling) && (
              <rect
                x={at * STEP}
                y={0}
                width={BAR}
                height={height}
                rx={1}
                fill={succeeded > 0 ? "var(--series-2)" : "var(--muted)"}
              />
            )}
            {failed > 0 && (
              <rect
                x={at * STEP}
                y={0}
                width={BAR}
                height={Math.max(4, (height * failed) / (succeeded + failed))}
                rx={1}
                fill="var(--bad-solid)"
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** What the hatching of lanes means. */
export function CooldownKey() {
  const hatch = useId();
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg aria-hidden viewBox="0 0 12 10" className="h-2.5 w-3 rounded-xs">
        <Hatch id={hatch} />
        <rect width={12} height={10} fill={`url(#${hatch})`} />
      </svg>
      On cooldown
    </span>
  );
}

function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={4} height={4} fill="var(--warn-soft)" />
        <rect width={1.25} height={4} fill="var(--warn)" />
      </pattern>
    </defs>
  );
}
