import type { FindingView } from "@/components/shared/findings";

/** The findings about one row, in short. */
export function FindingLines({ findings }: { findings: readonly FindingView[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className="mt-1 space-y-0.5 text-meta">
      {findings.map((finding, index) => (
        <li key={index} className={finding.severity === "error" ? "text-bad" : "text-warn"}>
          {finding.message}
          {finding.fix && <span className="text-ink-faint"> ({finding.fix})</span>}
        </li>
      ))}
    </ul>
  );
}
