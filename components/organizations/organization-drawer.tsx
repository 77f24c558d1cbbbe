"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { callsQuery, organizationQuery, teamsQuery } from "@/components/api/queries";
import type { WithBudget } from "@/components/api/types";
import { LimitSummary } from "@/components/limits/limit-summary";
import { SpendCell } from "@/components/limits/spend-cell";
import type { BlockRequest } from "@/components/shared/block-dialog";
import { CallLines } from "@/components/shared/call-lines";
import type { DeleteRequest } from "@/components/shared/deletion";
import { DetailDrawer, Id, Section, useLast } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { BlockButton, Standing } from "@/components/shared/standing";
import { Ago } from "@/components/shared/time";
import { Button } from "@/components/ui/button";
import type { Organization } from "@/lib/wire/organization";

/** An organisation in full: standing, budget and limits, latest calls. */
export function OrganizationDrawer({
  organizationId,
  onClose,
  onBlock,
  onEdit,
  onDelete,
}: {
  organizationId: string | undefined;
  onClose: () => void;
  onBlock: (request: BlockRequest) => void;
  onEdit: (organization: Organization) => void;
  onDelete: (request: DeleteRequest) => void;
}) {
  const shown = useLast(organizationId);
  const organization = useQuery({ ...organizationQuery(shown ?? ""), enabled: organizationId !== undefined });
  const nameOf = (data: Organization) => data.organization_alias ?? data.organization_id;
  return (
    <DetailDrawer
      open={organizationId !== undefined}
      title={organization.data ? nameOf(organization.data) : (shown ?? "")}
      query={organization}
      onClose={onClose}
      footer={(data) => (
        <>
          <Button size="small" onClick={() => onEdit(data)}>
            <Pencil className="size-3.5" aria-hidden /> Edit organisation
          </Button>
          <BlockButton
            of={{ kind: "organization", id: data.organization_id, name: nameOf(data), blocked: data.blocked }}
            onBlock={onBlock}
          />
          <Button
            size="small"
            onClick={() =>
              onDelete({ kind: "organization", id: data.organization_id, name: nameOf(data), blocked: data.blocked })
            }
          >
            <Trash2 className="size-3.5" aria-hidden /> Delete
          </Button>
        </>
      )}
    >
      {(data) => <OrganizationDetail organization={data} />}
    </DetailDrawer>
  );
}

function OrganizationDetail({ organization }: { organization: WithBudget<Organization> }) {
  const calls = useQuery(callsQuery({ page: 1, size: 8, organization_id: organization.organization_id }));
  return (
    <>
      <Facts
        rows={[
          ["Organisation id", <Id key="id" id={organization.organization_id} label="Copy organisation id" />],
          ["Standing", <Standing key="standing" blocked={organization.blocked} />],
          ["Models", <ModelList key="models" models={organization.models} most={30} />],
          ["Created", <Ago key="created" iso={organization.created_at} />],
        ]}
      />
      <Section title="Budget and limits">
        <LimitSummary of={organization} />
      </Section>
      <TeamsSection organizationId={organization.organization_id} />
      <Section title="Latest calls">
        <CallLines calls={calls} empty="No call has been charged to this organisation yet." />
      </Section>
    </>
  );
}

/** The teams that an organisation pays for, those that have spent most first. */
function TeamsSection({ organizationId }: { organizationId: string }) {
  const teams = useQuery(teamsQuery({ page: 1, size: 8, sort: "spend", organization_id: organizationId }));
  return (
    <Section title={`Teams (${teams.data?.total ?? "…"})`}>
      {teams.data && teams.data.data.length > 0 ? (
        <ul className="divide-y rounded-md border" aria-label="Teams">
          {teams.data.data.map((team) => (
            <li key={team.team_id} className="flex items-center justify-between gap-3 px-3 py-1.5">
              <span className="min-w-0 truncate">
                {team.team_alias ?? team.team_id}{" "}
                {team.team_alias !== null && (
                  <span className="font-mono text-[12px] text-ink-faint">{team.team_id}</span>
                )}
              </span>
              <SpendCell of={team} name={team.team_alias ?? team.team_id} />
            </li>
          ))}
        </ul>
      ) : teams.isError ? (
        <p className="text-bad">{teams.error.message}</p>
      ) : (
        <p className="text-ink-faint">{teams.isPending ? "…" : "No team belongs to this organisation."}</p>
      )}
    </Section>
  );
}
