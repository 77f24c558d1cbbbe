"use client";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Brand } from "./brand";
import { EnvironmentName } from "./console-look";

/** The page of somebody who does not get further: a card in the middle, below the brand. */
export function ClosedDoor({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <div className="flex items-center justify-between gap-3">
          <Brand />
          <EnvironmentName />
        </div>
        <div className={classNames("mt-6 rounded-xl border bg-surface shadow-card", className)}>{children}</div>
      </div>
    </main>
  );
}
