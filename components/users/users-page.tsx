"use client";
import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { usersQuery } from "@/components/api/queries";
import { EntityPage } from "@/components/shared/entity-page";
import { useListState } from "@/components/shared/use-list-state";
import { UserDialog } from "./user-dialog";
import { UserDrawer } from "./user-drawer";
import { UsersTable } from "./users-table";

export function UsersPage() {
  const list = useListState();
  const users = useQuery(usersQuery(list.filter));
  return (
    <EntityPage
      list={list}
      query={users}
      words={{ one: "user", many: "users", foundBy: "id, name or e-mail" }}
      icon={UserRound}
      description="A user is a person whom a token or a key names. Models, spend and a block apply to every call the user makes."
      whenNone={
        <>
          Create one with the id that tokens carry in the claim{" "}
          <code className="font-mono text-[12.5px]">user_id_jwt_field</code> names, or let{" "}
          <code className="font-mono text-[12.5px]">user_id_upsert</code> do it at the first call.
        </>
      }
      table={(rows, dim, actions) => <UsersTable users={rows} dim={dim} {...actions} />}
      drawer={(id, actions) => <UserDrawer userId={id} {...actions} />}
      dialog={(user, opening) => <UserDialog user={user} {...opening} />}
    />
  );
}
