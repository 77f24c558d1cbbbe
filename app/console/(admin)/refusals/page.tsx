import type { Metadata } from "next";
import { RefusalsPage } from "@/components/refusals/refusals-page";

export const metadata: Metadata = { title: "Refusals" };

export default function Page() {
  return <RefusalsPage />;
}
