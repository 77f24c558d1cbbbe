import type { Metadata } from "next";
import { EndUserPage } from "@/components/end-users/end-user-screen";

export const metadata: Metadata = { title: "End user" };

export default function Page() {
  return <EndUserPage />;
}
