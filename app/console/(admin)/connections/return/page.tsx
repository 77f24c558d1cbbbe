import type { Metadata } from "next";
import { ReturnPage } from "@/components/connections/return-page";

export const metadata: Metadata = { title: "Connecting", referrer: "no-referrer" };

export default function Page() {
  return <ReturnPage />;
}
