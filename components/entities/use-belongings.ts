"use client";
import { useQuery } from "@tanstack/react-query";
import { callOperation, callVersioned, type Versioned } from "@/components/api/client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import type { Belongings } from "./deletion";
import { type EntityRef, type EntityRow, KINDS } from "./kinds";

/**
 * Reads how many keys and teams belong to an entity, the entity itself and its version. Never from the cache, because a
 * deletion cannot be undone, and a block takes effect at once.
 */
export function useBelongings({ kind, id }: Pick<EntityRef, "kind" | "id">) {
  const { idField, deletion, contracts } = KINDS[kind];
  const filter = { [idField]: id, size: 1 };
  return useQuery({
    queryKey: ["belongings", kind, id],
    queryFn: async ({ signal }): Promise<Belongings & { readonly shown: Versioned<EntityRow> }> => {
      const [shown, keys, teams] = await Promise.all([
        callVersioned(contracts.info, { [idField]: id }, { signal }),
        deletion.owns.includes("keys") ? callOperation(keyContracts.list, filter, signal) : undefined,
        deletion.owns.includes("teams") ? callOperation(teamContracts.list, filter, signal) : undefined,
      ]);
      return { shown, keys: keys?.total ?? 0, teams: teams?.total ?? 0 };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
