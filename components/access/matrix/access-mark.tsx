import { Check, X } from "lucide-react";
import type { MatrixCell } from "@/lib/wire/matrix";

/** Whether it is allowed, as a mark with its word. */
export function AccessMark({ cell: { allow } }: { cell: Pick<MatrixCell, "allow"> }) {
  return allow ? (
    <Check className="size-4 shrink-0 text-good" role="img" aria-label="Allowed" />
  ) : (
    <X className="size-4 shrink-0 text-bad" role="img" aria-label="Refused" />
  );
}
