"use client";
import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { organizationsQuery } from "@/components/api/queries";
import { EntityPage } from "@/components/shared/entity-page";
import { useListState } from "@/components/shared/use-list-state";
import { OrganizationDialog } from "./organization-dialog";
import { OrganizationDrawer } from "./organization-drawer";
import { OrganizationsTable } from "./organizations-table";

export function OrganizationsPage() {
  const list = useListState();
  const organizations = useQuery(organizationsQuery(list.filter));
  return (
    <EntityPage
      list={list}
      query={organizations}
      words={{ one: "organisation", many: "organisations" }}
      icon={Building2}
      description="An organisation holds teams and keys. Its models and its block apply to every call that is charged to it."
      whenNone={
        <>
          Create one with the id that tokens carry in the claim{" "}
          <code className="font-mono text-[12.5px]">org_id_jwt_field</code> names, then put teams and keys into it.
        </>
      }
      table={(rows, dim, actions) => <OrganizationsTable organizations={rows} dim={dim} {...actions} />}
      drawer={(id, actions) => <OrganizationDrawer organizationId={id} {...actions} />}
      dialog={(organization, opening) => <OrganizationDialog organization={organization} {...opening} />}
    />
  );
}
