"use client";
import { Building2 } from "lucide-react";
import { EntityDetailPage, EntityPage } from "@/components/entities/entity-pages";
import type { EntityScreen } from "@/components/entities/entity-screen";
import { Mono } from "@/components/ui/text";
import { KINDS } from "@/components/entities/kinds";
import { KeysSection } from "@/components/shared/detail-drawer";
import { ModelList } from "@/components/shared/model-list";
import type { Organization } from "@/lib/wire/organization";
import { OrganizationTeams } from "./organization-teams";

/** How organisations are shown and edited. */
const ORGANIZATION_SCREEN: EntityScreen<Organization> = {
  kind: KINDS.organization,
  icon: Building2,
  description:
    "An organisation holds teams and keys. Its models and its block apply to every call that is charged to it.",
  whenNone: (
    <>
      Create one with the id in the claim that <Mono as="code">org_id_jwt_field</Mono> names, then add teams and keys to
      it.
    </>
  ),
  columns: [{ head: "Models", from: "md", cell: (organization) => <ModelList models={organization.models} /> }],
  form: {
    fields: [["alias"], ["models"], ["limits"]],
    idHint: "Equal to the claim that org_id_jwt_field names.",
    whenCreating: "If tokens name their organisation, the id must match theirs, letter for letter.",
    whenChanging: "In force on every node from the next request.",
  },
  drawer: {
    facts: (organization) => [["Models", <ModelList key="models" models={organization.models} most={30} />]],
    sections: [
      {
        name: "teams",
        label: "Teams",
        show: ({ organization_id: id }) => <OrganizationTeams organizationId={id} />,
      },
      {
        name: "keys",
        label: "Keys",
        show: ({ organization_id: id }) => (
          <KeysSection owner={{ organization_id: id }} empty="No virtual key belongs to this organisation." />
        ),
      },
    ],
    noCalls: "No call has been charged to this organisation yet.",
  },
};

export function OrganizationsPage() {
  return <EntityPage screen={ORGANIZATION_SCREEN} />;
}

export function OrganizationPage() {
  return <EntityDetailPage screen={ORGANIZATION_SCREEN} />;
}
