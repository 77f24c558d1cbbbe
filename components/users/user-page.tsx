"use client";
import { EntityDetailPage } from "@/components/entities/entity-detail-page";
import { USER_SCREEN } from "./user-screen";

export function UserPage() {
  return <EntityDetailPage screen={USER_SCREEN} />;
}
