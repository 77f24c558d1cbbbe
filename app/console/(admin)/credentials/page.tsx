import type { Metadata } from "next";
import { CredentialsPage } from "@/components/credentials/credentials-page";

export const metadata: Metadata = { title: "Credentials" };

export default function Page() {
  return <CredentialsPage />;
}
