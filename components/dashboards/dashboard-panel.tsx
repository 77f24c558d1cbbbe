"use client";
import { ArrowLeft, ArrowRight, ArrowUpRight, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useRef } from "react";
import { CallSeries } from "@/components/charts/call-series";
import { ChartSkeleton } from "@/components/charts/chart-skeleton";
import { RefusalSeriesChart } from "@/components/charts/refusal-series";
import { useReadOnly } from "@/components/shared/read-only";
import type { USUAL_SPAN } from "@/components/time-range/spans";
import type { TimeInputs } from "@/components/time-range/time-inputs";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Menu, MenuItem, MenuPage, MenuSeparator } from "@/components/ui/menu";
import { PlainButton } from "@/components/ui/plain-button";
import type { Panel } from "@/lib/wire/dashboards/panel";
import { panelAddress } from "./panel-address";
import { useSeen } from "./use-seen";

/** What the menu of a chart asks its dashboard for. */
export interface PanelActs {
  readonly onMove: (to: number) => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** Gives the focus to the button of the menu of the chart at a place. Its id is the menu's. */
export function focusPanelMenu(place: number): void {
  document.querySelector<HTMLElement>(`[data-panel="${place}"]`)?.focus();
}

/** A chart of a dashboard with its menu. It is read once it comes into sight. */
export function DashboardPanel({
  panel,
  place,
  count,
  span,
  period,
  zone,
  acts,
}: {
  panel: Panel;
  /** Its place, from 0 on, among so many. */
  place: number;
  count: number;
  /** The time of the dashboard, as addresses and as operations on calls take it. */
  span: typeof USUAL_SPAN;
  period: TimeInputs;
  zone: string;
  acts: PanelActs;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(frame);
  return (
    <div ref={frame} className="min-w-0">
      <Card className="h-full">
        <CardHeader title={panel.title}>
          <PanelMenu panel={panel} place={place} count={count} address={panelAddress(panel, span, period)} {...acts} />
        </CardHeader>
        {isSeen ? <PanelChart panel={panel} period={period} zone={zone} /> : <ChartSkeleton size="panel" />}
      </Card>
    </div>
  );
}

function PanelChart({ panel, period, zone }: { panel: Panel; period: TimeInputs; zone: string }) {
  if (panel.of === "refusals")
    return <RefusalSeriesChart filter={{ ...panel.filter, ...period }} zone={zone} size="panel" />;
  const { by, search = "", percentile = "p95", measure, filter } = panel;
  return (
    <CallSeries
      filter={{ ...filter, ...period }}
      metric={measure}
      division={by && { by, search, percentile }}
      zone={zone}
      size="panel"
    />
  );
}

function PanelMenu({
  panel: { title },
  place,
  count,
  address,
  onMove,
  onRename,
  onRemove,
}: { panel: Panel; place: number; count: number; address: string } & PanelActs) {
  const readOnly = useReadOnly();
  return (
    <Menu
      trigger={
        <PlainButton data-panel={place} aria-label={`Actions for ${title}`} className={buttonClasses("ghost", "icon")}>
          <Ellipsis className="size-4" aria-hidden />
        </PlainButton>
      }
    >
      <MenuPage href={address}>
        <ArrowUpRight className="size-4" aria-hidden /> Open on its page
      </MenuPage>
      {!readOnly && (
        <>
          <MenuSeparator />
          {place > 0 && (
            <MenuItem onSelect={() => onMove(place - 1)}>
              <ArrowLeft className="size-4" aria-hidden /> Move back
            </MenuItem>
          )}
          {place < count - 1 && (
            <MenuItem onSelect={() => onMove(place + 1)}>
              <ArrowRight className="size-4" aria-hidden /> Move on
            </MenuItem>
          )}
          <MenuItem onSelect={onRename}>
            <Pencil className="size-4" aria-hidden /> Rename…
          </MenuItem>
          <MenuItem tone="danger" onSelect={onRemove}>
            <Trash2 className="size-4" aria-hidden /> Remove
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
