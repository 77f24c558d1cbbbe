"use client";
import { UserRound } from "lucide-react";
import { EntityDetailPage, EntityPage } from "@/components/entities/entity-pages";
import type { EntityScreen } from "@/components/entities/entity-screen";
import { KINDS } from "@/components/entities/kinds";
import { NewKeyLink } from "@/components/keys/new-key-link";
import { KeysSection } from "@/components/shared/detail-drawer";
import { EntityLink } from "@/components/shared/entity-link";
import { ModelList } from "@/components/shared/model-list";
import { Badge } from "@/components/ui/badge";
import { Mono } from "@/components/ui/text";
import type { NamedUser } from "@/lib/wire/user";

/** How users are shown and edited. */
const USER_SCREEN: EntityScreen<NamedUser> = {
  kind: KINDS.user,
  icon: UserRound,
  description: "The people whom tokens and keys name. Their models, spend and block apply to every call they make.",
  whenNone: (
    <>
      Create one with the id in the claim that <Mono as="code">user_id_jwt_field</Mono> names, or let{" "}
      <Mono as="code">user_id_upsert</Mono> create users at their first call.
    </>
  ),
  columns: [
    { head: "Teams", from: "md", cell: (user) => <TeamList user={user} /> },
    { head: "Models", from: "lg", cell: (user) => <ModelList models={user.models} /> },
  ],
  form: {
    fields: [["alias", "email"], ["role"], ["teams"], ["models"], ["limits"]],
    idHint: "Equal to the claim that user_id_jwt_field names.",
    whenCreating:
      "The id links the user to your identity provider: it must match, letter for letter, the id in the user's tokens.",
    whenChanging: "In force on every node from the next request. To change memberships, open the team.",
  },
  drawer: {
    facts: (user) => [
      ["E-mail", user.user_email ?? "None"],
      ["Role", user.user_role === "proxy_admin_viewer" ? "Viewer" : (user.user_role ?? "Ordinary user")],
      [
        "Teams",
        user.teams.length === 0 ? (
          "None"
        ) : (
          <ul key="teams">
            {user.teams.map((team) => (
              <li key={team}>
                <EntityLink kind="team" id={team} title={team}>
                  {user.team_aliases?.[team] ?? team}
                </EntityLink>
              </li>
            ))}
          </ul>
        ),
      ],
      ["Models", <ModelList key="models" models={user.models} most={30} />],
    ],
    sections: [
      {
        name: "keys",
        label: "Keys",
        show: ({ user_id: id }) => (
          <KeysSection
            owner={{ user_id: id }}
            empty="No virtual key belongs to this user."
            action={<NewKeyLink owner={{ user_id: id }} />}
          />
        ),
      },
    ],
    noCalls: "This user has not made any calls yet.",
  },
};

export function UsersPage() {
  return <EntityPage screen={USER_SCREEN} />;
}

export function UserPage() {
  return <EntityDetailPage screen={USER_SCREEN} />;
}

/** How many teams of a user a row of the table names. The rest are counted. */
const SHOWN = 2;

/** The names of a user's first teams. */
function TeamList({ user: { teams, team_aliases: aliases = {} } }: { user: NamedUser }) {
  if (teams.length === 0) return <span className="text-ink-faint">None</span>;
  const nameOf = (team: string) => aliases[team] ?? team;
  return (
    <span className="flex flex-wrap gap-1">
      {teams.slice(0, SHOWN).map((team) => (
        <Badge key={team} title={team}>
          <EntityLink kind="team" id={team} className="max-w-40 truncate">
            {nameOf(team)}
          </EntityLink>
        </Badge>
      ))}
      {teams.length > SHOWN && <Badge title={teams.slice(SHOWN).map(nameOf).join(", ")}>+{teams.length - SHOWN}</Badge>}
    </span>
  );
}
