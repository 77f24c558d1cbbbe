import { History } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Says that a form shows what was typed before, and offers to drop it. */
export function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-3 py-1.5">
      <History className="size-4 shrink-0 text-accent" aria-hidden />
      <span className="min-w-0 flex-1">What you typed has been restored.</span>
      <Button variant="ghost" size="small" onClick={onStartOver}>
        Start over
      </Button>
    </p>
  );
}
