import type { Metadata } from "next";
import { SpendPage } from "@/components/spend/spend-page";

export const metadata: Metadata = { title: "Spend" };

export default function Page() {
  return <SpendPage />;
}
