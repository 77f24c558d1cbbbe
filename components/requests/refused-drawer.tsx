"use client";
import { Scale } from "lucide-react";
import { formatTime } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { CheckList } from "@/components/explain/check-list";
import { linkTo } from "@/components/refusals/group-address";
import { codeName } from "@/components/sentences/code-names";
import { Who } from "@/components/sentences/who";
import { queryString } from "@/components/api/client";
import { Id } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { partsOfGroup } from "@/lib/refusal-parts";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { RefusedRequest } from "@/lib/wire/contracts/requests";
import { ContentSection } from "./content-section";
import { Code, issuerFacts, payerFacts, RequestDrawer, statusFact } from "./request-drawer";

/**
 * One refused request: who requested what, the check that refused it, and links to its explanation and its group.
 */
export function RefusedDrawer({ row, onClose }: { row: RefusedRequest | undefined; onClose: () => void }) {
  return (
    <RequestDrawer row={row} title={({ code }) => codeName(code)} onClose={onClose}>
      {(refused) => <Refused refused={refused} />}
    </RequestDrawer>
  );
}

function Refused({ refused }: { refused: RefusedRequest }) {
  const { decision_id: id, code, kind, principal, route, requested_model: model } = refused;
  const name = kind === "key" ? refused.key_alias : kind === "team" ? refused.team_alias : refused.user_alias;
  return (
    <>
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
          href={linkTo({ code, kind, principal, ...partsOfGroup({ code, route, model }) })}
          prefetch={false}
          className={buttonClasses("secondary", "small")}
        >
          All of this group
        </Link>
      </p>
      <Facts
        rows={[
          statusFact(<Badge tone="warn">refused</Badge>, refused.http_status),
          ["At", formatTime(refused.at)],
          ["Code", <Id key="code" id={code} label="Copy code" />],
          ["Decision id", <Id key="decision" id={id} label="Copy decision id" />],
          ...(refused.request_id === id
            ? []
            : [["Request id", <Id key="request" id={refused.request_id} label="Copy request id" />] as const]),
          [
            "Route",
            <Code key="route">
              {refused.method} {route}
            </Code>,
          ],
          ["Requested", <Code key="model">{model === "" ? "No model" : model}</Code>],
          ["Who", <Who key="who" row={{ kind, principal, name }} whole />],
          ...payerFacts(refused),
          ...issuerFacts(refused),
        ]}
      />
      <FailedCheck id={id} />
      {model !== "" && <ContentSection key={id} call={{ id, payer: refused }} mark="refused" model={model} />}
    </>
  );
}

function FailedCheck({ id }: { id: string }) {
  const record = useRead(decisionContracts.recorded, { id }, { staleTime: Number.POSITIVE_INFINITY, retry: false });
  if (record.isPending) return <Skeleton className="h-28 w-full" />;
  if (record.isLoadingError)
    return <InlineError error={record.error} name="the decision" retry={() => void record.refetch()} />;
  const failed = record.data.checks.filter(({ outcome }) => outcome === "fail");
  return failed.length === 0 ? null : <CheckList checks={failed} names={record.data.names} />;
}
