import type { Metadata } from "next";
import { filterFrom } from "@/components/requests/filters";
import { RequestsPage } from "@/components/requests/requests-page";

export const metadata: Metadata = { title: "Requests" };

export default async function Page({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  return <RequestsPage initial={filterFrom(await searchParams)} />;
}
