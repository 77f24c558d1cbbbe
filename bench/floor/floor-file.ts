import type { Floor } from "./verdict";

/** The kind of machine that a bench has run on. */
export interface Machine {
  /** The model of its processor, as the system names it. */
  readonly processor: string;
  /** What the reference takes on it, in microseconds. */
  readonly reference: number;
}

/**
 * What calls cost on one kind of machine. Where system calls are dear, the reference is too, and calls that do more
 * beside them have lower ratios; and processors differ in what they make of the same code. One machine's floor says
 * little on the other.
 */
export interface MachineFloor {
  /** It counts for this model of processor alone. */
  readonly processor: string;
  /** It counts where the reference takes at least this many microseconds. */
  readonly referenceFrom: number;
  /** Where the figures were measured, for the reader. */
  readonly measuredWith: string;
  readonly ratios: Floor;
}

/** `bench/floor.json`: of each processor from its quickest kind of machine to the slowest, the first from 0 µs. */
export type FloorFile = readonly MachineFloor[];

/** The floor of a machine. Undefined: nobody has accepted one for its processor. */
export function floorOf(file: FloorFile, { processor, reference }: Machine): MachineFloor | undefined {
  const own = file.filter((floor) => floor.processor === processor);
  return own.findLast(({ referenceFrom }) => referenceFrom <= reference) ?? own[0];
}

/** The file once a run on such a machine is accepted. */
export function withAccepted(file: FloorFile, machine: Machine, measuredWith: string, ratios: Floor): FloorFile {
  const replaced = floorOf(file, machine);
  if (!replaced) return [...file, { processor: machine.processor, referenceFrom: 0, measuredWith, ratios }];
  return file.map((floor) => (floor === replaced ? { ...floor, measuredWith, ratios } : floor));
}

/**
 * All figures of a file under names of their own. The first commits have one floor alone, and those after them no
 * processor.
 */
export function figuresOf(file: FloorFile | Pick<MachineFloor, "ratios">): Floor {
  if (!Array.isArray(file)) return (file as Pick<MachineFloor, "ratios">).ratios;
  return Object.fromEntries(
    (file as readonly Partial<MachineFloor>[]).flatMap((floor) =>
      Object.entries(floor.ratios ?? {}).map(([name, ratio]) => [figureOf(floor, name), ratio]),
    ),
  );
}

/** What `figuresOf` calls a figure of one floor. */
export function figureOf({ processor, referenceFrom = 0 }: Partial<MachineFloor>, name: string): string {
  return name + (processor ? ` on ${processor}` : "") + (referenceFrom === 0 ? "" : ` from ${referenceFrom} µs`);
}
