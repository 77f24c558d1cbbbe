"use client";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { teamsQuery } from "@/components/api/queries";
import { EntityPage } from "@/components/shared/entity-page";
import { useListState } from "@/components/shared/use-list-state";
import { TeamDialog } from "./team-dialog";
import { TeamDrawer } from "./team-drawer";
import { TeamsTable } from "./teams-table";

export function TeamsPage() {
  const list = useListState();
  const teams = useQuery(teamsQuery(list.filter));
  return (
    <EntityPage
      list={list}
      query={teams}
      words={{ one: "team", many: "teams" }}
      icon={Users}
      description="A team is what a project's token names. Its spend, its models and its block apply to every call made for it."
      whenNone="Create one with the id that your identity provider writes into the project's tokens."
      table={(rows, dim, actions) => <TeamsTable teams={rows} dim={dim} {...actions} />}
      drawer={(id, actions) => <TeamDrawer teamId={id} {...actions} />}
      dialog={(team, opening) => <TeamDialog team={team} {...opening} />}
    />
  );
}
