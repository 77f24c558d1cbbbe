"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { LIVE, useRead } from "@/components/api/use-read";
import { CallLines } from "@/components/shared/call-lines";
import { Freshness } from "@/components/shared/lists/freshness";
import { Card, CardHeader } from "@/components/ui/card";

/** The latest calls of the caller, or of the team it acts for. */
export function OwnCalls({ payer }: { payer: string | undefined }) {
  const calls = useRead(spendContracts.logs, { page: 1, size: 10 }, LIVE);
  return (
    <Card>
      <CardHeader title="Latest calls" description={payer && `Of ${payer}.`}>
        <Freshness query={calls} label="Refresh the latest calls" />
      </CardHeader>
      <div className="p-4">
        <CallLines calls={calls} empty="No call has been made yet." />
      </div>
    </Card>
  );
}
