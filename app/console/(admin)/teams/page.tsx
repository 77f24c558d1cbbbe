import type { Metadata } from "next";
import { TeamsPage } from "@/components/teams/team-screen";

export const metadata: Metadata = { title: "Teams" };

export default function Page() {
  return <TeamsPage />;
}
