import type { Metadata } from "next";
import { PricesPage } from "@/components/prices/prices-page";

export const metadata: Metadata = { title: "Prices" };

export default function Page() {
  return <PricesPage />;
}
