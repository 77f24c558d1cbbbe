"use client";
import { LIVE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { ENTITY_KINDS, teamOfMember, userOfMember } from "@/lib/entity-type";
import { raiseContracts } from "@/lib/wire/contracts/budgets/raises";

const RaiseRequest = lazyPart(() => import("@/components/budgets/raise-request").then((module) => module.RaiseRequest));

/** The requests for a higher budget that administrators of a team may decide. Without any, nothing is shown. */
export function RaisesToDecide() {
  const raises = useRead(raiseContracts.list, { of: "others" }, { ...LIVE, retry: false });
  if (!raises.data || raises.data.data.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title="Requests for a higher budget"
        description="Of members and keys of your teams. You may give what the team has at most."
      >
        <Freshness query={raises} label="Refresh the requests" />
      </CardHeader>
      <ul className="divide-y">
        {raises.data.data.map(({ type, id, name, requested_by, requested_at, amount, note, asker }) => (
          <li key={`${type} ${id} ${asker}`} className="px-4 py-3">
            <p className="mb-1 text-meta text-ink-faint">
              {type === "member"
                ? `Member ${name ?? userOfMember(id)} of team ${teamOfMember(id)}`
                : `The ${ENTITY_KINDS[type].label} ${name ?? id}`}
            </p>
            <RaiseRequest
              raised={{ type, id }}
              request={{ requested_by, amount, note, asker, at: requested_at }}
              onDone={() => {}}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
