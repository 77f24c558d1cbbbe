"use client";
import type { ReactNode } from "react";
import { PhoneFold } from "@/components/shared/lists/phone-fold";
import { Input, Options, Select } from "@/components/ui/field";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { preferZone } from "./preferred-zone";
import { isInstant } from "./time-inputs";

// The field's list is more than the page of a person without rights has room for.
const ZoneField = lazyPart(() => import("./zone-field").then((module) => module.ZoneField), ZonePlace);

/** The days between which a time lies, as an address holds them. */
interface Ends {
  readonly from: string;
  readonly to: string;
}

/**
 * The choice of a time and of the zone of its days, the same on every page that shows one. `between`: the ends, where
 * they are chosen by hand. `children`: more choices about the time, folded with the zone on a phone.
 */
export function TimeBar<Time extends string>({
  times,
  time,
  between,
  zone,
  onTime,
  onEnd,
  onZone,
  children,
}: {
  times: readonly { readonly value: Time; readonly label: string }[];
  time: string;
  between?: Ends | undefined;
  zone: string;
  onTime: (time: Time) => void;
  onEnd: (end: Partial<Ends>) => void;
  onZone: (zone: string) => void;
  children?: ReactNode;
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
      <PhoneFold label="More about the time">
        {children}
        <ZoneField
          zone={zone}
          onChange={(chosen) => {
            preferZone(chosen);
            onZone(chosen);
          }}
        />
      </PhoneFold>
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

/** As large as the field of the zone. */
function ZonePlace() {
  return <span aria-hidden className="h-8 w-34 rounded-md border border-control bg-surface" />;
}
