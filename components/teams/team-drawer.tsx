"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount, formatDollars } from "@/components/api/format";
import { callsQuery, keysQuery, teamQuery } from "@/components/api/queries";
import type { Team } from "@/components/api/types";
import type { BlockRequest } from "@/components/shared/block-dialog";
import { CallLines } from "@/components/shared/call-lines";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { BlockButton, Standing } from "@/components/shared/standing";
import { Ago } from "@/components/shared/time";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { blockable } from "./teams-table";

/** A team in full: standing, limits, members, keys, latest calls. */
export function TeamDrawer({
  teamId,
  onClose,
  onBlock,
}: {
  teamId: string | undefined;
  onClose: () => void;
  onBlock: (request: BlockRequest) => void;
}) {
  const [shown, setShown] = useState(teamId);
  if (teamId && teamId !== shown) setShown(teamId);
  const team = useQuery({ ...teamQuery(shown ?? ""), enabled: shown !== undefined });
  return (
    <Dialog
      open={teamId !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      place="right"
      title={team.data?.team_alias ?? shown ?? ""}
      footer={team.data && <BlockButton of={blockable(team.data)} onBlock={onBlock} />}
    >
      {team.isPending ? (
        <div role="status" aria-label="Loading" className="space-y-3">
          {Array.from({ length: 8 }, (_, line) => (
            <Skeleton key={line} className="h-4 w-full" />
          ))}
        </div>
      ) : team.isError ? (
        <ErrorState error={team.error} retry={() => void team.refetch()} />
      ) : (
        <TeamDetail team={team.data} />
      )}
    </Dialog>
  );
}

function TeamDetail({ team }: { team: Team }) {
  const keys = useQuery(keysQuery({ page: 1, size: 5, team_id: team.team_id }));
  const calls = useQuery(callsQuery({ page: 1, size: 8, team_id: team.team_id }));
  const limits = [
    team.rpm_limit !== null && `${formatCount(team.rpm_limit)} requests/min`,
    team.tpm_limit !== null && `${formatCount(team.tpm_limit)} tokens/min`,
  ].filter(Boolean);
  return (
    <div className="space-y-6">
      <Facts
        rows={[
          [
            "Team id",
            <span key="id" className="flex items-center gap-1 font-mono text-[12.5px]">
              <span className="break-all">{team.team_id}</span>
              <CopyButton compact text={team.team_id} label="Copy team id" />
            </span>,
          ],
          ["Standing", <Standing key="standing" blocked={team.blocked} />],
          ["Organisation", team.organization_id ?? "None"],
          ["Models", <ModelList key="models" models={team.models} most={30} />],
          [
            "Spend",
            `${formatDollars(team.spend)}${team.max_budget === null ? "" : ` of ${formatDollars(team.max_budget)}${team.budget_duration ? ` per ${team.budget_duration}` : ""}`}`,
          ],
          ["Rate", limits.join(" · ") || "No limit"],
          ["Created", <Ago key="created" iso={team.created_at} />],
        ]}
      />
      <Section title={`Members (${team.members_with_roles.length})`}>
        {team.members_with_roles.length === 0 ? (
          <p className="text-ink-faint">Nobody. Members are not needed: a token&apos;s team and groups decide.</p>
        ) : (
          <ul className="divide-y rounded-md border">
            {team.members_with_roles.map((member) => (
              <li key={member.user_id} className="flex justify-between gap-3 px-3 py-1.5">
                <span className="truncate">{member.user_id}</span>
                <span className="text-ink-faint">{member.role}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={`Keys (${keys.data?.total ?? "…"})`}>
        {keys.data && keys.data.data.length > 0 ? (
          <ul className="divide-y rounded-md border">
            {keys.data.data.map((key) => (
              <li key={key.token_id} className="flex justify-between gap-3 px-3 py-1.5">
                <span className="truncate">
                  {key.key_alias ?? "Unnamed"} <span className="font-mono text-[12px] text-ink-faint">{key.key_name}</span>
                </span>
                <span>{formatDollars(key.spend ?? 0)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-faint">No virtual key belongs to this team.</p>
        )}
      </Section>
      <Section title="Latest calls">
        <CallLines calls={calls} empty="This team has made no call yet." />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}
