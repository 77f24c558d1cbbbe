import type { Metadata } from "next";
import { ReferencePage } from "@/components/reference/reference-page";

export const metadata: Metadata = { title: "API reference" };

export default function Page() {
  return <ReferencePage />;
}
