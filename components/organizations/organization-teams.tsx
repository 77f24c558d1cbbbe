"use client";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { useRead } from "@/components/api/use-read";
import { KINDS } from "@/components/entities/kinds";
import { SpendCell } from "@/components/limits/spend-cell";
import { EntityLink } from "@/components/shared/entity-link";
import { Section } from "@/components/shared/detail-drawer";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";

/** The teams of an organisation, those with the highest spend first. */
export function OrganizationTeams({ organizationId }: { organizationId: string }) {
  const teams = useRead(teamContracts.list, { page: 1, size: 8, sort: "spend", organization_id: organizationId });
  return (
    <Section title={`Teams (${teams.data?.total ?? "…"})`}>
      {teams.data && teams.data.data.length > 0 ? (
        <ul className="divide-y rounded-md border" aria-label="Teams">
          {teams.data.data.map((team) => (
            <li key={team.team_id} className="flex flex-wrap items-center justify-between gap-x-3 px-3 py-1.5">
              <span className="max-w-full min-w-32 flex-1 truncate">
                <EntityLink kind="team" id={team.team_id}>
                  {KINDS.team.nameOf(team)}
                </EntityLink>{" "}
                {KINDS.team.nameOf(team) !== team.team_id && (
                  <span className="font-mono text-meta text-ink-faint">{team.team_id}</span>
                )}
              </span>
              <span className="ml-auto shrink-0 text-right">
                <SpendCell row={team} name={KINDS.team.nameOf(team)} />
              </span>
            </li>
          ))}
        </ul>
      ) : teams.isLoadingError ? (
        <InlineError error={teams.error} name="teams" retry={() => void teams.refetch()} />
      ) : (
        <p className="text-ink-faint">
          {teams.isPending ? <Skeleton className="h-36 w-full" /> : "No team belongs to this organisation."}
        </p>
      )}
    </Section>
  );
}
