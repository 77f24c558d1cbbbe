import type { Metadata } from "next";
import { KeyPage } from "@/components/keys/key-page";

export const metadata: Metadata = { title: "Key" };

export default function Page() {
  return <KeyPage />;
}
