"use client";
import { ErrorState } from "@/components/ui/states";

export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return <ErrorState title="This page failed" error={error} retry={reset} />;
}
