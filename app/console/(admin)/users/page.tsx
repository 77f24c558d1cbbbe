import type { Metadata } from "next";
import { UsersPage } from "@/components/users/user-screen";

export const metadata: Metadata = { title: "Users" };

export default function Page() {
  return <UsersPage />;
}
