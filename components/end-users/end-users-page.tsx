"use client";
import { useQuery } from "@tanstack/react-query";
import { Contact } from "lucide-react";
import Link from "next/link";
import { customersQuery } from "@/components/api/queries";
import { EntityPage } from "@/components/shared/entity-page";
import { useListState } from "@/components/shared/use-list-state";
import { EndUserDialog } from "./end-user-dialog";
import { EndUserDrawer } from "./end-user-drawer";
import { EndUsersTable } from "./end-users-table";

export function EndUsersPage() {
  const list = useListState();
  const endUsers = useQuery(customersQuery(list.filter));
  return (
    <EntityPage
      list={list}
      query={endUsers}
      words={{ one: "end user", many: "end users" }}
      icon={Contact}
      description="Whom your applications call for, by a claim of their token or by the request’s field “user”. Listed are those that have a name, a limit or a block."
      whenNone={
        <>
          Create one with the id that calls carry, to give it a budget and limits or to block it. <InSpend />
        </>
      }
      whenNoneFits={<InSpend />}
      table={(rows, dim, actions) => <EndUsersTable endUsers={rows} dim={dim} {...actions} />}
      drawer={(id, actions) => <EndUserDrawer endUserId={id} {...actions} />}
      dialog={(endUser, opening) => <EndUserDialog endUser={endUser} {...opening} />}
    />
  );
}

/** Where those stand that only calls know. */
function InSpend() {
  return (
    <>
      Those that only calls know are under{" "}
      <Link href="/console/spend?by=end_user" prefetch={false} className="font-medium underline underline-offset-2">
        Spend
      </Link>
      .
    </>
  );
}
