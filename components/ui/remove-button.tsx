import { Trash2 } from "lucide-react";
import { Button, type ButtonProps } from "./button";

/** A bare button that removes one of several things. `label`: the thing, for those who do not see the bin. */
export function RemoveButton({ label, ...rest }: { label: string } & ButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} {...rest}>
      <Trash2 className="size-4" aria-hidden />
    </Button>
  );
}
