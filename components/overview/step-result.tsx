import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

const LOOKS = {
  good: { icon: CircleCheck, text: "text-good" },
  warn: { icon: TriangleAlert, text: "text-warn" },
  bad: { icon: CircleAlert, text: "text-bad" },
  busy: { icon: LoaderCircle, text: "text-ink-faint" },
} as const;

/** The result of a step's test, in one line. */
export function StepResult({ tone, children }: { tone: keyof typeof LOOKS; children: ReactNode }) {
  const { icon: Icon, text } = LOOKS[tone];
  return (
    <p role="status" className="flex gap-1.5 text-meta">
      <Icon
        className={classNames(
          "mt-0.5 size-4 shrink-0",
          text,
          tone === "busy" && "animate-spin motion-reduce:animate-none",
        )}
        aria-hidden
      />
      <span className="min-w-0 wrap-anywhere text-ink-soft">{children}</span>
    </p>
  );
}
