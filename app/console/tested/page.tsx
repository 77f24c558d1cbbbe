import type { Metadata } from "next";
import { TestedPage } from "@/components/login/tested-page";

export const metadata: Metadata = { title: "Test login" };

type Parameters = Promise<Readonly<{ unknown?: string | string[] }>>;

/** What the window of a test login shows in the end. It says nothing about anybody, so it needs no session. */
export default async function Page({ searchParams }: { searchParams: Parameters }) {
  return <TestedPage isKnown={(await searchParams).unknown === undefined} />;
}
