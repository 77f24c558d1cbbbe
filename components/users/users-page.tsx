"use client";
import { EntityPage } from "@/components/entities/entity-page";
import { USER_SCREEN } from "./user-screen";

export function UsersPage() {
  return <EntityPage screen={USER_SCREEN} />;
}
