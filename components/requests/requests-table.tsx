import { formatCompact, formatDollars, formatDuration, fractionDigits } from "@/components/api/format";
import { callPrice, CallStatusBadge } from "@/components/shared/call-status";
import { EntityLink } from "@/components/shared/entity-link";
import { PayerLine } from "@/components/shared/payer";
import type { NamedPayer } from "@/components/shared/payer-name";
import { Ago } from "@/components/shared/time";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { Badge } from "@/components/ui/badge";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { RefusedRequest, RequestRow } from "@/lib/wire/contracts/requests";
import type { CallLog } from "@/lib/wire/spend";
import { type ColumnName, COLUMNS, reasonOf } from "./columns";

/** Calls and refused requests, one a row. `columns`: those that were chosen. `onOpen`: with the call or decision id. */
export function RequestsTable({
  rows,
  dim,
  columns,
  onOpen,
}: {
  rows: readonly RequestRow[];
  dim: boolean;
  columns: readonly ColumnName[];
  onOpen: (id: string) => void;
}) {
  const digits = fractionDigits(...rows.map((row) => (row.type === "call" ? callPrice(row.call, formatDollars) : "")));
  return (
    <Table label="Requests" dim={dim} stays="column">
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
        {rows.map((row) =>
          row.type === "call" ? (
            <CallRow key={row.call.call_id} call={row.call} digits={digits} columns={columns} onOpen={onOpen} />
          ) : (
            <RefusedRow key={row.refused.decision_id} refused={row.refused} columns={columns} onOpen={onOpen} />
          ),
        )}
      </tbody>
    </Table>
  );
}

interface RowProps {
  readonly columns: readonly ColumnName[];
  readonly onOpen: (id: string) => void;
}

/** A call. `digits`: the most digits behind the point that a price of the page has. */
function CallRow({ call, digits, columns, onOpen }: RowProps & { readonly call: CallLog; readonly digits: number }) {
  const open = () => onOpen(call.call_id);
  return (
    <Row className="cursor-pointer" onClick={open}>
      <Cell className="text-ink-soft">
        <Ago iso={call.started_at} />
      </Cell>
      <Cell>
        <OpenRow label={`Details of the call to ${call.requested_model}`} onOpen={open}>
          {call.requested_model}
        </OpenRow>
      </Cell>
      <Cell>
        <CallStatusBadge status={call.status} />
      </Cell>
      {columns.map((name) => (
        <Cell key={name} className="whitespace-nowrap">
          <Chosen name={name} call={call} />
        </Cell>
      ))}
      <Payers row={call} />
      <Cell align="right" className="hidden sm:table-cell">
        {formatCompact(call.total_tokens)}
      </Cell>
      <Cell align="right" className="hidden whitespace-nowrap sm:table-cell">
        {formatDuration(call.duration_ms)}
      </Cell>
      <Cell align="right" className={call.price_state === "unpriced" ? "text-warn" : ""}>
        <AlignedAmount amount={callPrice(call, formatDollars)} digits={digits} />
      </Cell>
    </Row>
  );
}

/** A refused request. It has no tokens, time and price, so its code stands in their place. */
function RefusedRow({ refused, columns, onOpen }: RowProps & { readonly refused: RefusedRequest }) {
  const open = () => onOpen(refused.decision_id);
  const asked = refused.requested_model === "" ? refused.route : refused.requested_model;
  return (
    <Row className="cursor-pointer" onClick={open}>
      <Cell className="text-ink-soft">
        <Ago iso={refused.at} />
      </Cell>
      <Cell>
        <OpenRow label={`Details of the refused request for ${asked}`} onOpen={open}>
          {asked}
        </OpenRow>
      </Cell>
      <Cell>
        <Badge tone="warn" title={refused.message}>
          <span className="capitalize">refused</span>
        </Badge>
      </Cell>
      {columns.map((name) => (
        <Cell key={name} className="whitespace-nowrap">
          <ChosenOfRefusal name={name} refused={refused} />
        </Cell>
      ))}
      <Payers row={refused} />
      <Cell align="right" className="hidden sm:table-cell sm:pr-4" colSpan={3}>
        <code title={refused.code} className="ml-auto block max-w-52 truncate font-mono text-small text-ink-soft">
          {refused.code}
        </code>
      </Cell>
      <Cell align="right" className="text-ink-soft tabular-nums sm:hidden">
        {refused.http_status ?? "–"}
      </Cell>
    </Row>
  );
}

function OpenRow({ label, onOpen, children }: { label: string; onOpen: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="block max-w-24 truncate rounded text-left font-mono text-note font-medium hover:underline sm:max-w-56"
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {children}
    </button>
  );
}

function Payers({ row }: { row: NamedPayer }) {
  return (
    <>
      <Cell className="hidden md:table-cell">
        <PayerLine row={row} field="team_id" />
      </Cell>
      <Cell className="hidden lg:table-cell">
        <PayerLine row={row} field="user_id" />
      </Cell>
    </>
  );
}

function Issuer({ issuer }: { issuer: string | null }) {
  if (issuer === null) return <span className="text-ink-faint">–</span>;
  return (
    <span className="block max-w-40 truncate xl:max-w-56" title={issuer}>
      <EntityLink kind="issuer" id={issuer} />
    </span>
  );
}

function ChosenOfRefusal({ name, refused }: { name: ColumnName; refused: RefusedRequest }) {
  switch (name) {
    case "key":
      return <PayerLine row={refused} field="key_id" />;
    case "http":
      return <span className="tabular-nums">{refused.http_status ?? "–"}</span>;
    case "reason":
      return refused.code;
    case "issuer":
      return <Issuer issuer={refused.issuer} />;
    case "provider":
      return <span className="text-ink-faint">–</span>;
  }
}

function Chosen({ name, call }: { name: ColumnName; call: CallLog }) {
  const none = <span className="text-ink-faint">–</span>;
  switch (name) {
    case "key":
      return <PayerLine row={call} field="key_id" />;
    case "provider":
      return call.provider;
    case "issuer":
      return <Issuer issuer={call.issuer} />;
    case "http":
      return call.http_status === null ? none : <span className="tabular-nums">{call.http_status}</span>;
    case "reason":
      return reasonOf(call) ?? none;
  }
}
