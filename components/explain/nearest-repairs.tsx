"use client";
import { effectiveAccess, savedOverrides } from "@/components/access/draft";
import { useRead } from "@/components/api/use-read";
import { isRepairable, offersOf } from "@/components/repairs/offers";
import { RepairList } from "@/components/repairs/repair-list";
import { KeepsFocus } from "@/components/ui/focus/keeps-focus";
import { configContracts } from "@/lib/wire/contracts/config";
import type { Explanation } from "@/lib/wire/explanation";
import { calledBy } from "@/components/sentences/display-parts";
import type { Question } from "./question";

/**
 * What an administrator can do about a refusal that was just explained. `question`: absent where it is no longer known.
 */
export function NearestRepairs({ explanation, question }: { explanation: Explanation; question?: Question }) {
  const configuration = useRead(configContracts.get, {});
  const { allow, code, message, nearest_miss: miss, resolution, identity, names } = explanation;
  if (allow || !configuration.data) return null;
  const access = effectiveAccess(savedOverrides(configuration.data), configuration.data);
  const refused = { who: undefined, route: question?.route ?? "", model: resolution?.requested ?? null };
  const asked = { team_id: question?.team_id ?? null, end_user_id: question?.user ?? null };
  const offers = offersOf({ ...refused, ...asked, code, message, identity }, miss, access, calledBy(names)).filter(
    isRepairable,
  );
  if (offers.length === 0) return null;
  return (
    <KeepsFocus label="What would allow it">
      <RepairList offers={offers} refused={refused} names={names} onDone={() => undefined} />
    </KeepsFocus>
  );
}
