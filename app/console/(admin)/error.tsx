"use client";
import { PageFailure } from "@/components/shell/page-failure";

export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return <PageFailure error={error} retry={reset} />;
}
