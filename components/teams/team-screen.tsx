"use client";
import { Users } from "lucide-react";
import { EntityDetailPage, EntityPage } from "@/components/entities/entity-pages";
import type { EntityScreen } from "@/components/entities/entity-screen";
import { KINDS, membersOf } from "@/components/entities/kinds";
import { NewKeyLink } from "@/components/keys/new-key-link";
import { KeysSection } from "@/components/shared/detail-drawer";
import { contentFact } from "@/components/shared/forms/content-fact";
import { hostedToolsFact } from "@/components/shared/forms/hosted-tools-fact";
import { ModelList } from "@/components/shared/model-list";
import { Payer } from "@/components/shared/payer";
import type { NamedTeam } from "@/lib/wire/team";
import { TeamMembers } from "./team-members";

/** How teams are shown and edited. */
const TEAM_SCREEN: EntityScreen<NamedTeam> = {
  kind: KINDS.team,
  icon: Users,
  description: "A project's token names its team. The team's spend, models and block apply to every call made for it.",
  whenNone: "Create one with the id that your identity provider writes into the project's tokens.",
  columns: [
    { head: "Models", from: "md", cell: (team) => <ModelList models={team.models} /> },
    { head: "Members", from: "md", align: "right", cell: membersOf },
  ],
  form: {
    fields: [["alias", "organization"], ["models"], ["hostedTools"], ["content"], ["limits"], ["modelLimits"]],
    idHint: "Equal to the claim that team_id_jwt_field names (client_id by default), or to one of the token's groups.",
    whenCreating:
      "The id links the team to your identity provider: it must match, letter for letter, the id in the project's tokens.",
    whenChanging: "In force on every node from the next request.",
  },
  drawer: {
    facts: (team) => [
      ["Organisation", <Payer key="organization" row={team} field="organization_id" />],
      ["Models", <ModelList key="models" models={team.models} most={30} />],
      ...hostedToolsFact(team),
      ...contentFact(team),
    ],
    sections: [
      { name: "members", label: "Members", show: (team, members) => <TeamMembers team={team} list={members} /> },
      {
        name: "keys",
        label: "Keys",
        show: ({ team_id: id }) => (
          <KeysSection
            owner={{ team_id: id }}
            empty="No virtual key belongs to this team."
            action={<NewKeyLink owner={{ team_id: id }} />}
          />
        ),
      },
    ],
    noCalls: "This team has not made any calls yet.",
  },
};

export function TeamsPage() {
  return <EntityPage screen={TEAM_SCREEN} />;
}

export function TeamPage() {
  return <EntityDetailPage screen={TEAM_SCREEN} />;
}
