"use client";
import { ChevronsUpDown } from "lucide-react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { Combobox } from "@/components/shared/forms/combobox";

/** The time zones that the browser knows. The server may know others, so they are read only once the page runs. */
let allZones: readonly string[] | undefined;
const NO_ZONES: readonly string[] = [];

/** A field for a time zone, which is searched by a part of its name. That of the browser comes first. */
export function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const zones = useSyncExternalStore(
    () => () => {},
    () => (allZones ??= Intl.supportedValuesOf("timeZone")),
    () => NO_ZONES,
  );
  /** What is being typed; undefined: nothing. */
  const [typed, setTyped] = useState<string>();
  const offered = useMemo(() => {
    const own = zones.length > 0 ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
    return [...new Set([own, "UTC", zone, ...zones])].map((name) => ({
      id: name,
      name,
      ...(name === own && name !== "UTC" && { detail: "Yours" }),
    }));
  }, [zones, zone]);
  return (
    <span className="relative inline-flex w-34">
      <Combobox
        aria-label="Time zone"
        className="truncate !pr-7"
        value={typed ?? zone}
        offered={offered}
        onChange={({ target: { value } }) => {
          setTyped(value);
          if (value !== zone && offered.some(({ id }) => id === value)) onChange(value);
        }}
        onChoose={(chosen) => {
          setTyped(undefined);
          onChange(chosen);
        }}
        onKeyDown={({ key }) => key === "Escape" && setTyped(undefined)}
        onBlur={() => setTyped(undefined)}
      />
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-ink-faint"
      />
    </span>
  );
}
