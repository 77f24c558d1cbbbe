"use client";
import { EntityPage } from "@/components/entities/entity-page";
import { TEAM_SCREEN } from "./team-screen";

export function TeamsPage() {
  return <EntityPage screen={TEAM_SCREEN} />;
}
