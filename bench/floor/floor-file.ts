import type { Floor } from "./verdict";

/**
 * What calls cost on one kind of machine. Where system calls are dear, the reference is too, and calls that do more
 * beside them have lower ratios: one machine's floor says little on the other.
 */
export interface MachineFloor {
  /** It counts where the reference takes at least this many microseconds. */
  readonly referenceFrom: number;
  /** Where the figures were measured, for the reader. */
  readonly measuredWith: string;
  readonly ratios: Floor;
}

/** `bench/floor.json`: floors from the quickest kind of machine to the slowest, the first from 0 µs. */
export type FloorFile = readonly MachineFloor[];

/** The floor of the machine whose reference takes this many microseconds. `file`: not empty. */
export function floorOf(file: FloorFile, reference: number): MachineFloor | undefined {
  return file.findLast(({ referenceFrom }) => referenceFrom <= reference) ?? file[0];
}

/** The file once a run on such a machine is accepted. */
export function withAccepted(file: FloorFile, reference: number, measuredWith: string, ratios: Floor): FloorFile {
  const replaced = floorOf(file, reference);
  if (!replaced) return [{ referenceFrom: 0, measuredWith, ratios }];
  return file.map((floor) => (floor === replaced ? { ...floor, measuredWith, ratios } : floor));
}

/** All figures of a file under names of their own. One floor alone, as the first commits have it, is the quickest's. */
export function figuresOf(file: FloorFile | Pick<MachineFloor, "ratios">): Floor {
  if (!Array.isArray(file)) return (file as Pick<MachineFloor, "ratios">).ratios;
  return Object.fromEntries(
    (file as FloorFile).flatMap(({ referenceFrom, ratios }) =>
      Object.entries(ratios).map(([name, ratio]) => [
        referenceFrom === 0 ? name : `${name} from ${referenceFrom} µs`,
        ratio,
      ]),
    ),
  );
}
