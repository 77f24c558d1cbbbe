import { formatCompact, formatDollars, formatDuration } from "@/components/api/format";
import { callPrice, CallStatusBadge } from "@/components/shared/call-status";
import { PayerLine } from "@/components/shared/payer";
import { Ago } from "@/components/shared/time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { CallLog } from "@/lib/wire/spend";

export function CallsTable({
  calls,
  dim,
  onOpen,
}: {
  calls: readonly CallLog[];
  dim: boolean;
  onOpen: (call: CallLog) => void;
}) {
  return (
    <Table label="Calls" dim={dim}>
      <thead>
        <tr>
          <HeadCell>When</HeadCell>
          <HeadCell>Model</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell className="hidden md:table-cell">Team</HeadCell>
          <HeadCell className="hidden lg:table-cell">User</HeadCell>
          <HeadCell align="right" className="hidden sm:table-cell">
            Tokens
          </HeadCell>
          <HeadCell align="right" className="hidden sm:table-cell">
            Time
          </HeadCell>
          <HeadCell align="right">Spend</HeadCell>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <Row key={call.call_id} className="cursor-pointer" onClick={() => onOpen(call)}>
            <Cell className="text-ink-soft">
              <Ago iso={call.started_at} />
            </Cell>
            <Cell>
              <button
                type="button"
                aria-label={`Details of the call to ${call.requested_model}`}
                className="block max-w-26 truncate rounded text-left font-mono text-[12.5px] font-medium hover:underline sm:max-w-56"
                onClick={(event) => {
                  event.stopPropagation();
                  onOpen(call);
                }}
              >
                {call.requested_model}
              </button>
            </Cell>
            <Cell>
              <CallStatusBadge status={call.status} />
            </Cell>
            <Cell className="hidden md:table-cell">
              <PayerLine row={call} field="team_id" />
            </Cell>
            <Cell className="hidden lg:table-cell">
              <PayerLine row={call} field="user_id" />
            </Cell>
            <Cell align="right" className="hidden sm:table-cell">
              {formatCompact(call.total_tokens)}
            </Cell>
            <Cell align="right" className="hidden whitespace-nowrap sm:table-cell">
              {formatDuration(call.duration_ms)}
            </Cell>
            <Cell align="right" className={call.price_state === "unpriced" ? "text-warn" : ""}>
              {callPrice(call, formatDollars)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
