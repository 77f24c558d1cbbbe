"use client";
import { EntityDetailPage } from "@/components/entities/entity-detail-page";
import { ORGANIZATION_SCREEN } from "./organization-screen";

export function OrganizationPage() {
  return <EntityDetailPage screen={ORGANIZATION_SCREEN} />;
}
