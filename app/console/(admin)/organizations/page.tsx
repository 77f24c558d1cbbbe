import type { Metadata } from "next";
import { OrganizationsPage } from "@/components/organizations/organizations-page";

export const metadata: Metadata = { title: "Organisations" };

export default function Page() {
  return <OrganizationsPage />;
}
