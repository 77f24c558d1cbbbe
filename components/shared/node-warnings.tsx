"use client";
import { TriangleAlert } from "lucide-react";
import { Card, CardHeader } from "@/components/ui/card";
import { useReadiness } from "./use-readiness";

/** Warns of what the nodes of this gateway must share and do not. Absent while they share all of it. */
export function NodeWarnings() {
  const { data } = useReadiness();
  const warnings = data === undefined ? [] : [...(data.encryption === "ok" ? [] : [data.encryption]), ...data.warnings];
  if (warnings.length === 0) return null;
  return (
    <Card>
      <CardHeader title="What nodes must share" />
      <ul className="space-y-2.5 p-4">
        {warnings.map((warning) => (
          <li key={warning} className="flex gap-2">
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-label="warning" />
            <p className="min-w-0 wrap-anywhere">{warning}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
