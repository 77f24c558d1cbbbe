import type { Metadata } from "next";
import { EndUsersPage } from "@/components/end-users/end-user-screen";

export const metadata: Metadata = { title: "End users" };

export default function Page() {
  return <EndUsersPage />;
}
