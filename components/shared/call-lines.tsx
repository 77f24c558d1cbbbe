import type { UseQueryResult } from "@tanstack/react-query";
import { type ColumnDollars, columnDollars } from "@/components/api/column-dollars";
import { formatDollars } from "@/components/api/format";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import type { PayerIdField } from "@/lib/wire/payer-names";
import type { CallLog } from "@/lib/wire/spend";
import { callPrice, CallStatusBadge } from "./call-status";
import { payerName } from "./payer-name";
import { Ago } from "./time";

/** As high as eight calls, the usual number, so that nothing moves when they arrive. */
const LOADING = "h-[16.56rem] w-full";

/** A few calls, one on each line. */
export function CallLines({
  calls,
  empty,
  linked = false,
  name = "model",
}: {
  calls: UseQueryResult<{ readonly data: readonly CallLog[] }>;
  empty: string;
  /** Whether each call links to *Requests*. */
  linked?: boolean;
  /** What a line names: the model or, on the page of a model, who called it. */
  name?: "model" | "caller";
}) {
  if (calls.isPending) return <Skeleton className={LOADING} />;
  if (calls.isLoadingError) return <InlineError error={calls.error} name="calls" retry={() => void calls.refetch()} />;
  if (calls.data.data.length === 0) return <p className="text-ink-faint">{empty}</p>;
  return (
    <ul className="divide-y rounded-md border">
      {calls.data.data.map((call) => (
        <CallLine key={call.call_id} call={call} prices={callPrices(calls.data.data)} linked={linked} name={name} />
      ))}
    </ul>
  );
}

/** How the prices of the calls of one list are written. */
export function callPrices(calls: readonly CallLog[]): ColumnDollars {
  return columnDollars(calls.map(({ spend }) => spend));
}

/** One call. `prices`: how those of its list are written. `count`: of how many like calls it is the newest. */
export function CallLine({
  call,
  prices,
  linked = false,
  name = "model",
  count = 1,
}: {
  call: CallLog;
  prices: ColumnDollars;
  linked?: boolean;
  name?: "model" | "caller";
  count?: number;
}) {
  const shown = name === "model" ? call.requested_model : callerOf(call);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 px-3 py-1.5 sm:grid-cols-[minmax(0,1fr)_auto_5rem_5.5rem]">
      <Mono className="flex min-w-0 gap-2">
        {linked ? (
          <Link
            href={`/console/requests?any_id=${encodeURIComponent(call.call_id)}`}
            prefetch={false}
            className="truncate rounded hover:text-accent-text hover:underline"
          >
            {shown}
          </Link>
        ) : (
          <span className="truncate">{shown}</span>
        )}
        {count > 1 && <span className="shrink-0 font-sans text-ink-faint tabular-nums">{count}×</span>}
      </Mono>
      <CallStatusBadge status={call.status} />
      <span className="text-right">
        <AlignedAmount
          amount={callPrice(call, prices.format)}
          exact={callPrice(call, formatDollars)}
          digits={prices.digits}
        />
      </span>
      <span className="hidden text-right text-meta text-ink-faint sm:block">
        <Ago iso={call.started_at} />
      </span>
    </li>
  );
}

const CALLERS = ["key_id", "user_id", "team_id"] as const satisfies readonly PayerIdField[];

/** The most specific name of who called. */
function callerOf(call: CallLog): string {
  const field = CALLERS.find((one) => call[one] !== null);
  return field === undefined ? "the master key" : (payerName(call, field) ?? call[field] ?? "");
}
