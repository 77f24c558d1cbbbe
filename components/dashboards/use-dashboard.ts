"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callVersioned, type Versioned } from "@/components/api/client";
import { invalidate, useOperation } from "@/components/api/use-operation";
import { toast } from "@/components/ui/lazy/toast";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import type { Dashboard } from "@/lib/wire/dashboards/dashboard";
import type { GivenPanel, Panel } from "@/lib/wire/dashboards/panel";

const REFRESH_MS = 60_000;

/** A dashboard with its version, read again now and then: others may change it. `isAsked`: not during its deletion. */
export function useDashboard(id: string, isAsked: boolean) {
  return useQuery({
    queryKey: [dashboardContracts.get.path, id, "versioned"],
    queryFn: ({ signal }) => callVersioned(dashboardContracts.get, { dashboard_id: id }, { signal }),
    enabled: id !== "" && isAsked,
    refetchInterval: REFRESH_MS,
  });
}

/**
 * Changes a dashboard as it was read. If somebody else was faster, it is read again, and a message says so. `done`:
 * called after each change, also when what asked for it is gone by then.
 */
export function useDashboardChange(read: Versioned<Dashboard>, done?: () => void) {
  const queries = useQueryClient();
  return useOperation(dashboardContracts.update, {
    ifMatch: () => read.etag,
    ...(done && { onSuccess: done }),
    onError: async ({ message }) => {
      toast.error(message);
      await invalidate(queries);
    },
  });
}

/** Changes the charts of a dashboard as they are now, whatever this page has read of them. */
export function usePanelsChange(onSuccess: (dashboard: Dashboard) => void, onError?: (error: Error) => void) {
  const version = useRef<string>(undefined);
  const [fault, setFault] = useState<Error>();
  const write = useOperation(dashboardContracts.update, {
    ifMatch: () => version.current,
    onSuccess,
    ...(onError && { onError }),
  });
  return { isPending: write.isPending, error: fault ?? write.error, mutate };
  async function mutate(id: string, change: (panels: readonly Panel[]) => GivenPanel[]): Promise<void> {
    setFault(undefined);
    try {
      const { body, etag } = await callVersioned(dashboardContracts.get, { dashboard_id: id });
      version.current = etag;
      write.mutate({ dashboard_id: id, panels: change(body.panels) });
    } catch (error) {
      const failed = error instanceof Error ? error : new Error(String(error));
      setFault(failed);
      onError?.(failed);
    }
  }
}
