"use client";
import { useMemo, useSyncExternalStore } from "react";
import { ChosenInput } from "@/components/shared/forms/chosen-input";

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
  const offered = useMemo(() => {
    const own = zones.length > 0 ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
    return [...new Set([own, "UTC", zone, ...zones])].map((name) => ({
      id: name,
      name,
      ...(name === own && name !== "UTC" && { detail: "Yours" }),
    }));
  }, [zones, zone]);
  return <ChosenInput aria-label="Time zone" className="w-34" value={zone} offered={offered} onChoose={onChange} />;
}
