import type { Metadata } from "next";
import { ModelPage } from "@/components/models/model-page";

export const metadata: Metadata = { title: "Model" };

export default function Page() {
  return <ModelPage />;
}
