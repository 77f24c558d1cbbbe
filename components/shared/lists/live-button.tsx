import { Pause, Radio } from "lucide-react";
import { Button } from "@/components/ui/button";

/** The switch that makes a page follow what happens, and stops it again. `stop`: its words while the page follows. */
export function LiveButton({
  isLive,
  stop = "Pause",
  title,
  onToggle,
}: {
  isLive: boolean;
  stop?: string;
  title?: string;
  onToggle: () => void;
}) {
  const Icon = isLive ? Pause : Radio;
  return (
    <Button aria-pressed={isLive} title={title} onClick={onToggle}>
      <Icon className="size-3.5" aria-hidden /> {isLive ? stop : "Live"}
    </Button>
  );
}
