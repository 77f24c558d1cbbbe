"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callVersioned, type Versioned } from "@/components/api/client";
import { invalidate, useOperation } from "@/components/api/use-operation";
import { toast } from "@/components/ui/lazy/toast";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import type { Dashboard } from "@/lib/wire/dashboards/dashboard";

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

/** Changes a dashboard as it was read. If somebody else was faster, it is read again, and a message says so. */
export function useDashboardChange(read: Versioned<Dashboard>) {
  const queries = useQueryClient();
  return useOperation(dashboardContracts.update, {
    ifMatch: () => read.etag,
    onError: async ({ message }) => {
      toast.error(message);
      await invalidate(queries);
    },
  });
}
