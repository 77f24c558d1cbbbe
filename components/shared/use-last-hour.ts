"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useRead } from "@/components/api/use-read";
import { type DeploymentHealth, healthContracts, type LastHour } from "@/lib/wire/contracts/health";

/** The attempts at each deployment in the last hour, by its id. */
export type LastHourById = ReadonlyMap<string, DeploymentHealth>;
/** The attempts of the last hour; undefined: not known yet; null: they could not be read. */
export type RecentFigures = LastHourById | null | undefined;

/** The last hour over all nodes, read again every ten seconds. */
export function useLastHour(): { readonly query: UseQueryResult<LastHour>; readonly byId: RecentFigures } {
  const query = useRead(healthContracts.deployments, {}, { refetchInterval: 10_000 });
  const byId = useMemo(() => query.data && new Map(query.data.data.map((one) => [one.deployment, one])), [query.data]);
  return { query, byId: query.isLoadingError ? null : byId };
}
