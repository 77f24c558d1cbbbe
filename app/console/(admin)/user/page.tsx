import type { Metadata } from "next";
import { UserPage } from "@/components/users/user-screen";

export const metadata: Metadata = { title: "User" };

export default function Page() {
  return <UserPage />;
}
