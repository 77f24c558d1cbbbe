import type { Metadata } from "next";
import { connection } from "next/server";
import { OverviewPage } from "@/components/overview/overview-page";
import { consoleGateway } from "@/lib/auth/console-gateway";

export const metadata: Metadata = { title: "Overview" };

export default async function Page() {
  await connection();
  const { general, publicKeyUrls, jwtAuth } = consoleGateway().settings();
  return <OverviewPage provider={general.enable_jwt_auth && (publicKeyUrls.length > 0 || jwtAuth.issuers.length > 0)} />;
}
