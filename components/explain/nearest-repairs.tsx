"use client";
import { effectiveAccess, savedOverrides } from "@/components/access/draft";
import { useRead } from "@/components/api/use-read";
import { RepairList } from "@/components/repairs/repair-panel";
import { repairsOfMiss } from "@/components/repairs/repair";
import { KeepsFocus } from "@/components/ui/keeps-focus";
import { configContracts } from "@/lib/wire/contracts/config";
import type { Explanation } from "@/lib/wire/explanation";
import { calledBy } from "@/components/sentences/told-parts";

/** What an administrator can do about a refusal that was just explained. */
export function NearestRepairs({ explanation }: { explanation: Explanation }) {
  const configuration = useRead(configContracts.get, {});
  const { nearest_miss: miss, resolution, identity, names } = explanation;
  if (!miss || !configuration.data) return null;
  const access = effectiveAccess(savedOverrides(configuration.data), configuration.data);
  const repairs = repairsOfMiss(miss.changes, access, identity?.key_id, calledBy(names)).filter(
    ({ kind }) => kind !== "elsewhere",
  );
  if (repairs.length === 0) return null;
  const refused = { who: undefined, route: "", model: resolution?.requested ?? null };
  return (
    <KeepsFocus label="What would allow it">
      <RepairList repairs={repairs} refused={refused} names={names} onDone={() => undefined} />
    </KeepsFocus>
  );
}
