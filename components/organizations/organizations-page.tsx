"use client";
import { EntityPage } from "@/components/entities/entity-page";
import { ORGANIZATION_SCREEN } from "./organization-screen";

export function OrganizationsPage() {
  return <EntityPage screen={ORGANIZATION_SCREEN} />;
}
