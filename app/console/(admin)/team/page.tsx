import type { Metadata } from "next";
import { TeamPage } from "@/components/teams/team-screen";

export const metadata: Metadata = { title: "Team" };

export default function Page() {
  return <TeamPage />;
}
