import type { Metadata } from "next";
import { connection } from "next/server";
import { OverviewOfAdministrators } from "@/components/overview/overview-of-administrators";
import { consoleGateway } from "@/lib/server/console/published-gateway";

export const metadata: Metadata = { title: "Overview" };

export default async function Page() {
  await connection();
  const { hasProvider } = await consoleGateway().settings();
  return <OverviewOfAdministrators provider={hasProvider} />;
}
