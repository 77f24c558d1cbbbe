import { formatCompact, formatDollars, formatDuration } from "@/components/api/format";
import { callPrice, CallStatusBadge } from "@/components/shared/call-status";
import { PayerLine } from "@/components/shared/payer";
import { Ago } from "@/components/shared/time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { CallLog } from "@/lib/wire/spend";
import { type ColumnName, COLUMNS, reasonOf } from "./columns";

export function CallsTable({
  calls,
  dim,
  columns,
  onOpen,
}: {
  calls: readonly CallLog[];
  dim: boolean;
  columns: readonly ColumnName[];
  onOpen: (call: CallLog) => void;
}) {
  return (
    <Table label="Calls" dim={dim}>
      <thead>
        <tr>
          <HeadCell>When</HeadCell>
          <HeadCell>Model</HeadCell>
          <HeadCell>Status</HeadCell>
          {columns.map((name) => (
            <HeadCell key={name}>{COLUMNS[name]}</HeadCell>
          ))}
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
            {columns.map((name) => (
              <Cell key={name} className="whitespace-nowrap">
                <Chosen name={name} call={call} />
              </Cell>
            ))}
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

function Chosen({ name, call }: { name: ColumnName; call: CallLog }) {
  const none = <span className="text-ink-faint">–</span>;
  switch (name) {
    case "key":
      return <PayerLine row={call} field="key_id" />;
    case "provider":
      return call.provider;
    case "http":
      return call.http_status === null ? none : <span className="tabular-nums">{call.http_status}</span>;
    case "reason":
      return reasonOf(call) ?? none;
  }
}
