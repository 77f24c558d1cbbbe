import type { Metadata } from "next";
import { connection } from "next/server";
import { OverviewPage } from "@/components/overview/overview-page";
import { consoleGateway } from "@/lib/server/console/published-gateway";

export const metadata: Metadata = { title: "Overview" };

export default async function Page() {
  await connection();
  const { hasProvider } = await consoleGateway().settings();
  return <OverviewPage provider={hasProvider} />;
}
