import type { ReactNode } from "react";
import { classNames } from "./class-names";

const TONES = {
  // In the dark theme a drawer has the colour `muted`, on which the badge would not be seen.
  neutral: "bg-muted text-ink-soft dark:bg-line",
  accent: "bg-accent-soft text-accent-text",
  good: "bg-good-soft text-good",
  bad: "bg-bad-soft text-bad",
  warn: "bg-warn-soft text-warn",
} as const;
export type Tone = keyof typeof TONES;

export function Badge({ tone = "neutral", children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className={classNames(
        "inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded px-1.5 text-meta font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
