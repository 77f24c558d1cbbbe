import type { UseQueryResult } from "@tanstack/react-query";
import { CallLine, callPrices } from "@/components/shared/call-lines";
import { Card, CardHeader } from "@/components/ui/card";
import type { CallLog } from "@/lib/wire/spend";
import { callRuns } from "./call-runs";
import { MoreLink } from "@/components/detail-page/read-section";
import { ReadError } from "./read-error";

const SHOWN = 8;

/** The latest calls. Consecutive calls that failed alike are one line. */
export function LatestCalls({ calls }: { calls: UseQueryResult<{ readonly data: readonly CallLog[] }> }) {
  const runs = callRuns(calls.data?.data ?? []).slice(0, SHOWN);
  const prices = callPrices(runs.map(({ call }) => call));
  return (
    <Card>
      <CardHeader title="Latest calls">
        <MoreLink href="/console/requests">All requests</MoreLink>
      </CardHeader>
      <div className="p-4">
        {!calls.data ? (
          <ReadError name="Latest calls" query={calls} />
        ) : runs.length === 0 ? (
          <p className="text-ink-faint">No calls yet.</p>
        ) : (
          <ul className="divide-y rounded-md border">
            {runs.map(({ call, count }) => (
              <CallLine key={call.call_id} call={call} prices={prices} count={count} linked />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
