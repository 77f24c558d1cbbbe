"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { useRead } from "@/components/api/use-read";
import { CallLines } from "@/components/shared/call-lines";
import { Card, CardHeader } from "@/components/ui/card";

/** The latest calls of the caller, or of the team it acts for. */
export function OwnCalls({ payer }: { payer: string | undefined }) {
  const calls = useRead(spendContracts.logs, { page: 1, size: 10 }, { refetchInterval: 15_000 });
  return (
    <Card>
      <CardHeader title="Latest calls" description={payer && `Of ${payer}.`} />
      <div className="p-4">
        <CallLines calls={calls} empty="No call has been made yet." />
      </div>
    </Card>
  );
}
