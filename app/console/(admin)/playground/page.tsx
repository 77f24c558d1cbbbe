import type { Metadata } from "next";
import { linkedDraft } from "@/components/playground/linked-draft";
import { PlaygroundPage } from "@/components/playground/playground-page";

export const metadata: Metadata = { title: "Playground" };

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Promise<Parameters> }) {
  return <PlaygroundPage linked={linkedDraft(await searchParams)} />;
}
