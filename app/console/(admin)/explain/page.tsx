import type { Metadata } from "next";
import { ExplainPage } from "@/components/explain/explain-page";

export const metadata: Metadata = { title: "Explain" };

export default async function Page({ searchParams }: { searchParams: Promise<{ id?: string | string[] }> }) {
  const { id } = await searchParams;
  return <ExplainPage id={typeof id === "string" ? id : undefined} />;
}
