"use client";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { LIVE, useRead } from "@/components/api/use-read";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { useLast } from "@/components/ui/dialog";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { TableSkeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { QUIET_ACT } from "@/components/ui/table";
import { Note } from "@/components/ui/text";
import { alertRuleContracts, type AlertRuleView } from "@/lib/wire/contracts/alerts/rules";
import { alertName, opensWhen } from "./alert-words";

const RuleDialog = lazyDialog(
  () => import("./rule-dialog").then((module) => module.RuleDialog),
  ({ open }) => open,
);

/** When alerts of each type open, and who is told. */
export function RulesTab() {
  const rules = useRead(alertRuleContracts.list, {}, LIVE);
  const [editing, setEditing] = useState<string>();
  const edited = useLast(editing);
  return (
    <Card>
      {rules.isPending ? (
        <TableSkeleton rows={9} />
      ) : rules.isLoadingError ? (
        <ErrorState error={rules.error} retry={() => void rules.refetch()} />
      ) : (
        <RulesTable rules={rules.data.data} onEdit={setEditing} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t px-4 py-1.5">
        <Note>One for each thing that may need attention.</Note>
        <Freshness query={rules} />
      </div>
      {edited !== undefined && (
        <RuleDialog type={edited} open={editing !== undefined} onClose={() => setEditing(undefined)} />
      )}
    </Card>
  );
}

function RulesTable({ rules, onEdit }: { rules: readonly AlertRuleView[]; onEdit: (type: string) => void }) {
  const columns: readonly Column<AlertRuleView>[] = [
    { head: "Alert", cell: (rule) => <Named rule={rule} /> },
    { head: "Tells", from: "sm", cell: (rule) => <Tells rule={rule} /> },
    {
      head: "Changed",
      from: "lg",
      look: "text-ink-soft",
      cell: ({ updated_at: at }) => (at === null ? <span className="text-ink-faint">–</span> : <Ago iso={at} />),
    },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: ({ type }) => (
        <WriteButton
          variant="ghost"
          size="icon"
          className={QUIET_ACT}
          aria-label={`Change: ${alertName(type)}`}
          onClick={() => onEdit(type)}
        >
          <Pencil className="size-4" aria-hidden />
        </WriteButton>
      ),
    },
  ];
  return <DataTable label="Rules" stays="head" columns={columns} rows={rules} keyOf={({ type }) => type} />;
}

function Named({ rule }: { rule: AlertRuleView }) {
  const { type, enabled, thresholds, because, source } = rule;
  return (
    <div className="min-w-48 space-y-0.5 whitespace-normal">
      <p className="flex flex-wrap items-center gap-2">
        <span className={enabled ? "font-medium" : "font-medium text-ink-faint"}>{alertName(type)}</span>
        {!enabled && <Badge>Off</Badge>}
        {source === "file" && <Badge title="alert_types in config.yaml decides whether it opens">config.yaml</Badge>}
      </p>
      <p className="text-meta text-ink-soft">{opensWhen(type, thresholds)}</p>
      {because !== null && <p className="text-meta text-warn">{because}</p>}
      {enabled && (
        <div className="sm:hidden">
          <Tells rule={rule} />
        </div>
      )}
    </div>
  );
}

function Tells({ rule: { enabled, channels, tells } }: { rule: AlertRuleView }) {
  if (!enabled) return <span className="text-ink-faint">–</span>;
  if (channels === null) return <span className="text-ink-soft">Every channel</span>;
  if (tells.length === 0) return <span className="text-warn">Nobody, it is only listed</span>;
  return (
    <span className="flex max-w-64 flex-wrap gap-1">
      {tells.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </span>
  );
}
