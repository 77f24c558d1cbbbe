import type { Metadata } from "next";
import { ServerPage } from "@/components/tools/server-page";

export const metadata: Metadata = { title: "Tool server" };

export default function Page() {
  return <ServerPage />;
}
