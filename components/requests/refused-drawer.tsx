"use client";
import { Scale } from "lucide-react";
import { formatTime } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { CheckList } from "@/components/explain/check-list";
import { linkTo } from "@/components/refusals/group-address";
import { Who } from "@/components/refusals/who";
import { queryString } from "@/components/api/client";
import { EntityLink } from "@/components/shared/entity-link";
import { Facts } from "@/components/shared/facts";
import { Payer } from "@/components/shared/payer";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { RowDialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { RefusedRequest } from "@/lib/wire/contracts/requests";

/** One refused request: who asked for what, the check that refused it, and the ways to its explanation and its group. */
export function RefusedDrawer({ row, onClose }: { row: RefusedRequest | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      place="right"
      title={(refused) => <span className="font-mono text-[14px]">{refused.code}</span>}
    >
      {(refused) => <Refused refused={refused} />}
    </RowDialog>
  );
}

function Refused({ refused }: { refused: RefusedRequest }) {
  const { decision_id: id, code, kind, principal, route, requested_model: model } = refused;
  const name = kind === "key" ? refused.key_alias : kind === "team" ? refused.team_alias : refused.user_alias;
  return (
    <div className="space-y-6">
      <p className="break-words">{refused.message}</p>
      <p className="flex flex-wrap gap-2">
        <Link
          href={`/console/explain${queryString({ id })}`}
          prefetch={false}
          className={buttonClasses("primary", "small")}
        >
          <Scale className="size-3.5" aria-hidden /> Explain the refusal
        </Link>
        <Link
          href={linkTo({ code, kind, principal, route, model })}
          prefetch={false}
          className={buttonClasses("secondary", "small")}
        >
          All of this group
        </Link>
      </p>
      <Facts
        rows={[
          [
            "Status",
            <span key="status" className="flex items-center gap-2">
              <Badge tone="warn">refused</Badge>
              <span className="text-ink-faint tabular-nums">{refused.http_status}</span>
            </span>,
          ],
          ["At", formatTime(refused.at)],
          ["Decision id", <Id key="decision" id={id} label="Copy decision id" />],
          ...(refused.request_id === id
            ? []
            : [["Request id", <Id key="request" id={refused.request_id} label="Copy request id" />] as const]),
          [
            "Route",
            <code key="route" className="font-mono text-[12.5px] break-all">
              {refused.method} {route}
            </code>,
          ],
          [
            "Requested",
            <code key="model" className="font-mono text-[12.5px] break-all">
              {model === "" ? "No model" : model}
            </code>,
          ],
          ["Who", <Who key="who" row={{ kind, principal, name }} whole />],
          ["Team", <Payer key="team" row={refused} field="team_id" />],
          ["User", <Payer key="user" row={refused} field="user_id" />],
          ["Organisation", <Payer key="organization" row={refused} field="organization_id" />],
          ["End user", <Payer key="end_user" row={refused} field="end_user_id" />],
          ["Key", <Payer key="key" row={refused} field="key_id" />],
          ...(refused.issuer === null
            ? []
            : [["Issuer", <EntityLink key="issuer" kind="issuer" id={refused.issuer} />] as const]),
        ]}
      />
      <FailedCheck id={id} />
    </div>
  );
}

function FailedCheck({ id }: { id: string }) {
  const record = useRead(decisionContracts.recorded, { id }, { staleTime: Number.POSITIVE_INFINITY, retry: false });
  if (record.isPending) return <Skeleton className="h-28 w-full" />;
  if (record.isError) return <p className="text-ink-faint">{record.error.message}</p>;
  const failed = record.data.checks.filter(({ outcome }) => outcome === "fail");
  return failed.length === 0 ? null : <CheckList checks={failed} />;
}

function Id({ id, label }: { id: string; label: string }) {
  return (
    <span className="flex items-center gap-1 font-mono text-[12.5px]">
      <span className="break-all">{id}</span>
      <CopyButton compact text={id} label={label} />
    </span>
  );
}
