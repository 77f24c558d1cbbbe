"use client";
import { ReadSection } from "@/components/detail-page/read-section";
import { useLastHour } from "@/components/shared/use-last-hour";
import { cooldownText } from "../describe-cooldown";

/** When and why a deployment was on cooldown in the last hour, on any node; the latest first. */
export function DeploymentCooldowns({ id }: { id: string }) {
  const { query } = useLastHour();
  return (
    <ReadSection title="Cooldowns, last hour" query={query} height="h-5">
      {({ data }) => <Cooldowns cooldowns={data.find(({ deployment }) => deployment === id)?.cooldowns ?? []} />}
    </ReadSection>
  );
}

function Cooldowns({ cooldowns }: { cooldowns: readonly Parameters<typeof cooldownText>[0][] }) {
  if (cooldowns.length === 0) return <p className="text-ink-faint">None.</p>;
  return (
    <ul
      className="max-h-48 divide-y overflow-y-auto rounded-md border"
      aria-label="Cooldowns of the last hour"
      tabIndex={0}
    >
      {cooldowns.toReversed().map((cooldown) => (
        <li key={cooldown.since} className="px-3 py-1.5 wrap-anywhere text-ink-soft">
          {cooldownText(cooldown)}
        </li>
      ))}
    </ul>
  );
}
