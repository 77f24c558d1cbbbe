"use client";
import { EntityDetailPage } from "@/components/entities/entity-detail-page";
import { TEAM_SCREEN } from "./team-screen";

export function TeamPage() {
  return <EntityDetailPage screen={TEAM_SCREEN} />;
}
