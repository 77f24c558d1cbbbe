"use client";
import { Pin } from "lucide-react";
import { useState } from "react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import type { GivenPanel } from "@/lib/wire/dashboards/panel";

const PinDialog = lazyDialog(
  () => import("./pin-dialog").then((module) => module.PinDialog),
  ({ panel }) => panel !== undefined,
);

/** Puts a chart on a dashboard. `hours`: the time that a new dashboard shows. */
export function PinButton({ panel, hours }: { panel: GivenPanel; hours: number }) {
  const [pinned, setPinned] = useState<GivenPanel>();
  return (
    <>
      <WriteButton onClick={() => setPinned(panel)}>
        <Pin className="size-3.5" aria-hidden /> Pin
      </WriteButton>
      <PinDialog panel={pinned} hours={hours} onClose={() => setPinned(undefined)} />
    </>
  );
}
