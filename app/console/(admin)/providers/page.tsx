import type { Metadata } from "next";
import { ProvidersPage } from "@/components/providers/providers-page";

export const metadata: Metadata = { title: "Sign-in providers" };

export default function Page() {
  return <ProvidersPage />;
}
