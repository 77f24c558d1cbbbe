"use client";
import { WriteButton } from "@/components/shared/forms/write-button";
import type { ModelView } from "@/lib/wire/model";
import { canLeaveRotation, isOutOfRotation } from "./rotation";
import { useRotation } from "./use-rotation";

/** Takes a deployment out of rotation, or puts it back; nothing where no other one serves its name. */
export function RotationButton({ entry, entries }: { entry: ModelView; entries: readonly ModelView[] }) {
  const { isPending, takeOut, putBack } = useRotation();
  if (isOutOfRotation(entry, entries) && entry.source === "database")
    return (
      <WriteButton size="small" busy={isPending} onClick={() => putBack(entry)}>
        Put back into rotation
      </WriteButton>
    );
  if (!canLeaveRotation(entry, entries)) return null;
  return (
    <WriteButton
      size="small"
      busy={isPending}
      title={`It gets no calls while another deployment of ${entry.model_name} can take them`}
      onClick={() => takeOut(entry)}
    >
      Take out of rotation
    </WriteButton>
  );
}
