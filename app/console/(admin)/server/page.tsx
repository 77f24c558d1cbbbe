import type { Metadata } from "next";
import { ServerPage } from "@/components/tools/server-page";

export const metadata: Metadata = { title: "Server of tools" };

export default function Page() {
  return <ServerPage />;
}
