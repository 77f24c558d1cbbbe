"use client";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { KeepsFocus } from "@/components/ui/focus/keeps-focus";
import type { NamedRecord } from "@/lib/wire/explanation";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const RepairPanel = lazyPart(() => import("@/components/repairs/repair-panel").then((module) => module.RepairPanel));

/** Decides a past refusal again under today's rules, and offers what would let it pass. */
export function AskAgain({ record }: { record: NamedRecord }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <KeepsFocus label="Ask again under today's rules">
      {isAsked ? (
        <Card>
          <div className="p-4">
            <RepairPanel record={record} />
          </div>
        </Card>
      ) : (
        <Button onClick={() => setAsked(true)}>
          <RotateCw className="size-3.5" aria-hidden /> Ask again under today&apos;s rules
        </Button>
      )}
    </KeepsFocus>
  );
}
