import type { Metadata } from "next";
import { OrganizationPage } from "@/components/organizations/organization-screen";

export const metadata: Metadata = { title: "Organisation" };

export default function Page() {
  return <OrganizationPage />;
}
