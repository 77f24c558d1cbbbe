"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { invalidate } from "@/components/api/use-operation";
import type { Ask } from "./draft";
import { isOpen, startedRun, type Run } from "./run";
import { sendAsk } from "./send-ask";

export interface Runs {
  readonly runs: readonly Run[];
  readonly asks: readonly Ask[];
  readonly busy: boolean;
  readonly start: (asks: readonly Ask[]) => void;
  /** Ends the calls that are in flight. What has arrived stays. */
  readonly stop: () => void;
}

/** The calls of the page, one for each model. They end when the page is left. */
export function useRuns(): Runs {
  const [held, setHeld] = useState<{ readonly asks: readonly Ask[]; readonly runs: readonly Run[] }>({
    asks: [],
    runs: [],
  });
  const abort = useRef<AbortController>(undefined);
  const pending = useRef(false);
  const queries = useQueryClient();
  useEffect(() => () => abort.current?.abort(), []);
  const start = (asks: readonly Ask[]) => {
    // A double click comes before the button is drawn as off.
    if (pending.current) return;
    pending.current = true;
    const controller = (abort.current = new AbortController());
    const first = asks.map(({ request }) => startedRun(String(request["model"])));
    setHeld({ asks, runs: first });
    const tell = (index: number) => (run: Run) => {
      if (controller.signal.aborted) return;
      setHeld((before) => ({ ...before, runs: before.runs.map((one, at) => (at === index ? run : one)) }));
    };
    const sent = asks.map((ask, index) =>
      sendAsk(ask, first[index] ?? startedRun(""), tell(index), controller.signal).catch((fault: unknown) => {
        if (!controller.signal.aborted) throw fault;
      }),
    );
    void Promise.all(sent)
      .finally(() => {
        if (abort.current === controller) pending.current = false;
      })
      .then(() => invalidate(queries));
  };
  const stop = () => {
    abort.current?.abort();
    pending.current = false;
    setHeld((before) => ({
      ...before,
      runs: before.runs.map((run) => (isOpen(run) ? { ...run, phase: "stopped" } : run)),
    }));
  };
  return { ...held, busy: held.runs.some(isOpen), start, stop };
}
