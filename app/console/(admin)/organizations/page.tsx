import type { Metadata } from "next";
import { OrganizationsPage } from "@/components/organizations/organization-screen";

export const metadata: Metadata = { title: "Organisations" };

export default function Page() {
  return <OrganizationsPage />;
}
