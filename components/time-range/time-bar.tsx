"use client";
import { useSyncExternalStore } from "react";
import { Input, Options, Select } from "@/components/ui/field";
import { preferZone } from "./preferred-zone";
import { isInstant } from "./time-inputs";

/** The days between which a time lies, as an address holds them. */
interface Ends {
  readonly from: string;
  readonly to: string;
}

/**
 * The choice of a time and of the zone of its days, the same on every page that shows one. `between`: the ends, where
 * they are chosen by hand.
 */
export function TimeBar<Time extends string>({
  times,
  time,
  between,
  zone,
  onTime,
  onEnd,
  onZone,
}: {
  times: readonly { readonly value: Time; readonly label: string }[];
  time: string;
  between?: Ends | undefined;
  zone: string;
  onTime: (time: Time) => void;
  onEnd: (end: Partial<Ends>) => void;
  onZone: (zone: string) => void;
}) {
  return (
    <>
      <Select
        aria-label="Time"
        className="!w-auto max-sm:grow"
        value={time}
        onChange={({ target }) => {
          const chosen = times.find(({ value }) => value === target.value);
          if (chosen) onTime(chosen.value);
        }}
      >
        <Options of={times} />
      </Select>
      {between && (
        <>
          <End words={["First day", "Since"]} zone={zone} value={between.from} onChange={(from) => onEnd({ from })} />
          <End words={["Last day", "Until"]} zone={zone} value={between.to} onChange={(to) => onEnd({ to })} />
        </>
      )}
      <ZoneSelect
        zone={zone}
        onChange={(chosen) => {
          preferZone(chosen);
          onZone(chosen);
        }}
      />
    </>
  );
}

/** An end of a time: a day, or an instant in links from the bars of a chart. */
function End({
  words: [day, instant],
  zone,
  value,
  onChange,
}: {
  words: readonly [day: string, instant: string];
  zone: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Input
      type={isInstant(value) ? "text" : "date"}
      className="!w-auto"
      aria-label={isInstant(value) ? instant : `${day} (${zone})`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The time zones that the browser knows. The server may know others, so they are read only once the page runs. */
let allZones: readonly string[] | undefined;
const NO_ZONES: readonly string[] = [];

function ZoneSelect({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const zones = useSyncExternalStore(
    () => () => {},
    () => (allZones ??= Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")),
    () => NO_ZONES,
  );
  const own = zones.length > 0 ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
  const nameOf = (name: string): string => (name === own && name !== "UTC" ? `Yours: ${name}` : name);
  return (
    <Select
      aria-label="Time zone"
      className="!w-32 truncate max-sm:!w-28"
      value={zone}
      onChange={({ target }) => onChange(target.value)}
    >
      {[...new Set([own, "UTC", zone])].map((name) => (
        <option key={name} value={name}>
          {nameOf(name)}
        </option>
      ))}
      {zones.length > 0 && (
        <optgroup label="All time zones">
          {zones
            .filter((name) => name !== own && name !== zone)
            .map((name) => (
              <option key={name}>{name}</option>
            ))}
        </optgroup>
      )}
    </Select>
  );
}
