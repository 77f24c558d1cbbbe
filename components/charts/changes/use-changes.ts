"use client";
import { useMemo } from "react";
import { useRead } from "@/components/api/use-read";
import { keepText, useKept } from "@/components/shared/drafts/kept-text";
import { isoTime } from "@/components/time-range/spend-range";
import { auditContracts } from "@/lib/wire/contracts/audit";
import { type ChartStep, marksOf } from "./marks";

const KEY = "gateway-console:changes-in-charts";
const OFF = "off";
/** The most changes of a kind that are read. A chart with more marks would show nothing. */
const MOST = 100;
const NONE: ReadonlyMap<string, readonly string[]> = new Map();

function turn(on: boolean): void {
  keepText(KEY, on ? null : OFF);
}

/** The changes to mark in a chart, and whether they are shown, which this browser remembers. */
export interface Changes {
  readonly marks: ReadonlyMap<string, readonly string[]>;
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
}

/** What the audit log says about the time of a chart: revisions, deployments that came and went, blocked teams. */
export function useChanges(steps: readonly ChartStep[]): Changes {
  const on = useKept(KEY) !== OFF;
  const [first, last] = [steps[0], steps.at(-1)];
  const time = first && last && { start_date: isoTime(first.from), end_date: isoTime(last.to) };
  const options = { enabled: on && time !== undefined, staleTime: 60_000, retry: false };
  const asked = { page: 1, size: MOST, ...time };
  const settings = useRead(auditContracts.logs, { ...asked, entity_type: "config" }, options);
  const models = useRead(auditContracts.logs, { ...asked, entity_type: "model" }, options);
  const blocks = useRead(auditContracts.logs, { ...asked, action: "team.block" }, options);
  const marks = useMemo(
    () =>
      marksOf(
        [settings, models, blocks].flatMap(({ data }) => data?.data ?? []),
        steps,
      ),
    [settings, models, blocks, steps],
  );
  return { marks: on ? marks : NONE, isOn: on, turn };
}
