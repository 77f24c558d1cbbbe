"use client";
import { useState } from "react";
import type { Versioned } from "@/components/api/client";
import type { USUAL_SPAN } from "@/components/time-range/spans";
import type { TimeInputs } from "@/components/time-range/time-inputs";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { toast } from "@/components/ui/lazy/toast";
import type { Dashboard } from "@/lib/wire/dashboards/dashboard";
import type { Panel } from "@/lib/wire/dashboards/panel";
import { DashboardPanel, focusPanelMenu } from "./dashboard-panel";
import { NoCharts } from "./no-charts";
import { movedPanel } from "./panel-address";
import { useDashboardChange, usePanelsChange } from "./use-dashboard";

const NameDialog = lazyDialog(
  () => import("./name-dialog").then((module) => module.NameDialog),
  ({ asked }) => asked !== undefined,
);

/** The charts of a dashboard in a grid, which can be moved, renamed and removed, and for a while put back. */
export function PanelGrid({
  read,
  span,
  period,
  zone,
}: {
  read: Versioned<Dashboard>;
  span: typeof USUAL_SPAN;
  period: TimeInputs;
  zone: string;
}) {
  const { dashboard_id: id, panels } = read.body;
  const { mutate, isPending, error } = useDashboardChange(read);
  const [renamed, setRenamed] = useState<number>();
  const [said, say] = useState("");
  const write = (to: readonly Panel[], done: () => void): void =>
    mutate({ dashboard_id: id, panels: [...to] }, { onSuccess: done });
  const move = (from: number, to: number): void =>
    write(movedPanel(panels, from, to), () => {
      say(`${panels[from]?.title ?? ""} is now chart ${to + 1} of ${panels.length}.`);
      focusPanelMenu(to);
    });
  const putBack = usePanelsChange(
    () => toast.success("The chart is back"),
    ({ message }) => toast.error(message),
  );
  const remove = (place: number): void => {
    const removed = panels[place];
    if (removed === undefined) return;
    const undo = () => void putBack.mutate(id, (now) => now.toSpliced(place, 0, removed));
    write(panels.toSpliced(place, 1), () => {
      toast.success(`${removed.title} is removed`, { action: { label: "Undo", onClick: undo }, duration: 15_000 });
      focusPanelMenu(Math.min(place, panels.length - 2));
    });
  };
  if (panels.length === 0) return <NoCharts />;
  return (
    <>
      <div className="grid gap-4 xl:grid-cols-2">
        {panels.map((panel, place) => (
          <DashboardPanel
            // By place: the chart that comes here is drawn in the frame that is there.
            key={place}
            panel={panel}
            place={place}
            count={panels.length}
            span={span}
            period={period}
            zone={zone}
            acts={{
              onMove: (to) => move(place, to),
              onRename: () => setRenamed(place),
              onRemove: () => remove(place),
            }}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <NameDialog
        asked={
          renamed === undefined
            ? undefined
            : { title: "Rename the chart", label: "Title", submit: "Rename", name: panels[renamed]?.title ?? "" }
        }
        busy={isPending}
        error={error}
        onName={(title) =>
          write(
            panels.map((panel, place) => (place === renamed ? { ...panel, title } : panel)),
            () => setRenamed(undefined),
          )
        }
        onClose={() => setRenamed(undefined)}
      />
    </>
  );
}
