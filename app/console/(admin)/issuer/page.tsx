import type { Metadata } from "next";
import { IssuerPage } from "@/components/providers/issuer-page";

export const metadata: Metadata = { title: "Issuer" };

export default function Page() {
  return <IssuerPage />;
}
