import type { ModelView } from "@/lib/wire/model";

type Entry = Pick<ModelView, "id" | "model_name" | "gateway_params" | "unusable">;

/** The weight of a deployment whose turn comes only when no other of its name can take a call. */
export const OUT_OF_ROTATION = 0;

function weightOf({ gateway_params: params }: Entry): unknown {
  return params["weight"];
}

/** Whether an entry gets no calls while others of its name can take them. If all have the weight 0, none is out. */
export function isOutOfRotation(entry: Entry, entries: readonly Entry[]): boolean {
  return weightOf(entry) === OUT_OF_ROTATION && othersInRotation(entry, entries).length > 0;
}

/** Whether others would take the calls of an entry: others of its name, of which `isDown` says not all fail. */
export function canLeaveRotation<One extends Entry>(
  entry: One,
  entries: readonly One[],
  isDown: (other: One) => boolean = () => false,
): boolean {
  return weightOf(entry) !== OUT_OF_ROTATION && othersInRotation(entry, entries).some((other) => !isDown(other));
}

function othersInRotation<One extends Entry>(entry: One, entries: readonly One[]): One[] {
  return entries.filter(
    (other) =>
      other.id !== entry.id &&
      other.model_name === entry.model_name &&
      other.unusable === null &&
      weightOf(other) !== OUT_OF_ROTATION,
  );
}
