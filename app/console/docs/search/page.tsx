import type { Metadata } from "next";
import { FoundDocuments } from "@/components/documents/found-documents";
import { documentSearch } from "../documents-of-version";

export const metadata: Metadata = { title: "Search · Documentation" };

export default async function Page({ searchParams }: { searchParams: Promise<{ readonly q?: string | string[] }> }) {
  const { q } = await searchParams;
  const text = (Array.isArray(q) ? q[0] : q) ?? "";
  return <FoundDocuments text={text} found={documentSearch().find(text)} />;
}
