import type { ColumnDollars } from "@/components/api/column-dollars";
import { formatCompact, formatDollars, formatDuration } from "@/components/api/format";
import { callPrices } from "@/components/shared/call-lines";
import { callPrice, CallStatusBadge } from "@/components/shared/call-status";
import { codeName } from "@/components/sentences/code-names";
import { EntityLink } from "@/components/shared/entity-link";
import { PayerLine } from "@/components/shared/payer";
import type { NamedPayer } from "@/components/shared/payer-name";
import { Moment } from "@/components/shared/time";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { RefusedRequest, RequestRow } from "@/lib/wire/contracts/requests";
import type { CallLog } from "@/lib/wire/spend";
import { type ColumnName, COLUMNS, reasonOf } from "./columns";
import { PlainButton } from "@/components/ui/plain-button";

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
  const shown: readonly Column<RequestRow>[] = [
    {
      head: "When",
      look: "text-ink-soft",
      cell: (row) => <Moment iso={row.type === "call" ? row.call.started_at : row.refused.at} />,
    },
    {
      head: "Model",
      cell: (row) => (
        <>
          <OpenRow row={row} onOpen={() => onOpen(idOf(row))} />
          {/* A phone has no room for the status of those that succeeded. */}
          {!isUsual(row) && (
            <span className="mt-1 block sm:hidden">
              <Status row={row} />
            </span>
          )}
        </>
      ),
    },
    { head: "Status", from: "sm", cell: (row) => <Status row={row} /> },
    ...columns.map((name) => ({
      head: COLUMNS[name],
      look: "whitespace-nowrap",
      cell: (row: RequestRow) =>
        row.type === "call" ? (
          <Chosen name={name} call={row.call} />
        ) : (
          <ChosenOfRefusal name={name} refused={row.refused} />
        ),
    })),
    { head: "Team", from: "md", cell: (row) => <PayerLine row={payerOf(row)} field="team_id" /> },
    { head: "User", from: "lg", cell: (row) => <PayerLine row={payerOf(row)} field="user_id" /> },
    ...figureColumns(callPrices(rows.flatMap((row) => (row.type === "call" ? [row.call] : [])))),
  ];
  return (
    <DataTable
      label="Requests"
      stays="column"
      dim={dim}
      columns={shown}
      rows={rows}
      keyOf={idOf}
      onOpen={(row) => onOpen(idOf(row))}
    />
  );
}

/** What a call used and cost. A refused request has no tokens, time and price, so its code stands in their place. */
function figureColumns(prices: ColumnDollars): readonly Column<RequestRow>[] {
  return [
    {
      head: "Tokens",
      from: "sm",
      align: "right",
      look: (row) => (row.type === "call" ? "" : "sm:pr-4"),
      span: (row) => (row.type === "call" ? 1 : 3),
      cell: (row) => (row.type === "call" ? formatCompact(row.call.total_tokens) : <Code of={row.refused} />),
    },
    {
      head: "Time",
      from: "sm",
      align: "right",
      look: "whitespace-nowrap",
      span: (row) => (row.type === "call" ? 1 : 0),
      cell: (row) => row.type === "call" && formatDuration(row.call.duration_ms),
    },
    {
      head: "Spend",
      align: "right",
      look: (row) =>
        row.type === "refused"
          ? "text-ink-soft tabular-nums sm:hidden"
          : row.call.price_state === "unpriced"
            ? "text-warn"
            : "",
      cell: (row) =>
        row.type === "call" ? (
          <AlignedAmount
            amount={callPrice(row.call, prices.format)}
            exact={callPrice(row.call, formatDollars)}
            digits={prices.digits}
          />
        ) : (
          (row.refused.http_status ?? "–")
        ),
    },
  ];
}

function idOf(row: RequestRow): string {
  return row.type === "call" ? row.call.call_id : row.refused.decision_id;
}

function payerOf(row: RequestRow): NamedPayer {
  return row.type === "call" ? row.call : row.refused;
}

function isUsual(row: RequestRow): boolean {
  return row.type === "call" && row.call.status === "success";
}

function Status({ row }: { row: RequestRow }) {
  if (row.type === "call") return <CallStatusBadge status={row.call.status} />;
  return (
    <Badge tone="warn" title={row.refused.message}>
      <span className="capitalize">refused</span>
    </Badge>
  );
}

function Code({ of: { code } }: { of: RefusedRequest }) {
  return (
    <span title={code} className="ml-auto block max-w-60 truncate text-ink-soft">
      {codeName(code)}
    </span>
  );
}

/** What a request asked for, as the button that opens it. */
function OpenRow({ row, onOpen }: { row: RequestRow; onOpen: () => void }) {
  const asked = row.type === "call" ? row.call.requested_model : row.refused.requested_model || row.refused.route;
  return (
    <PlainButton
      aria-label={`Details of the ${row.type === "call" ? "call to" : "refused request for"} ${asked}`}
      className="block max-w-28 truncate rounded text-left font-mono text-meta font-medium hover:underline sm:max-w-56"
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {asked}
    </PlainButton>
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
      return <span title={refused.code}>{codeName(refused.code)}</span>;
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
