"use client";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";

/** The end of a test login: the page that began it shows what came of it. */
export function TestedPage({ isKnown }: { isKnown: boolean }) {
  useEffect(() => {
    if (isKnown) window.close();
  }, [isKnown]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-3 p-6">
      <h1 className="text-section font-semibold">
        {isKnown ? "The test login is over" : "This test login is over or not yours"}
      </h1>
      <p className="text-body text-ink-soft">
        {isKnown
          ? "The page that you began it on shows what came of it. Nobody has been logged in."
          : "Begin it again on the page Login, in the same browser and as an administrator."}
      </p>
      <Button onClick={() => window.close()}>Close this window</Button>
    </main>
  );
}
