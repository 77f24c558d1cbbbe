import { parseArgs } from "node:util";
import { FEWEST_ROUNDS } from "./verdict";

export interface FloorOptions {
  /** Whether the measured figures are written to bench/floor.json. */
  readonly accept: boolean;
  /** How many rounds are taken at least. */
  readonly rounds: number;
  /** Parts of the names of the scenarios that are measured, with commas; "" for all. */
  readonly only: string;
  /** The folder of another checkout, already built, which is measured in the same rounds. */
  readonly beside: string | undefined;
  /** Whether the gateway has its console, as it has without any setting. */
  readonly console: boolean;
  /** Whether a processor profile of each gateway is written to bench/results. */
  readonly profile: boolean;
}

export const FLOOR_USAGE = `Usage: npm run bench:floor -- [OPTION]...
  --accept         writes the figures that differ to bench/floor.json
  --rounds 5       how many rounds are taken at least
  --only TEXT,...  only the scenarios whose name contains one of the texts; "by " is calls through the doors of providers
  --beside FOLDER  also the gateway of another checkout, built, in the same rounds
  --console off    without the console, which need not be built then
  --profile        writes a processor profile of the gateway to bench/results; the figures are too high then`;

/** Whether a scenario of this name is measured. `only`: that of the options. */
export function isNamed(name: string, only: string): boolean {
  return only.split(",").some((text) => name.includes(text));
}

/** Reads the options of `FLOOR_USAGE`. @throws TypeError or RangeError that names the option */
export function readFloorOptions(parameters: readonly string[]): FloorOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      accept: { type: "boolean", default: false },
      rounds: { type: "string", default: String(FEWEST_ROUNDS) },
      only: { type: "string", default: "" },
      beside: { type: "string" },
      console: { type: "string", default: "on" },
      profile: { type: "boolean", default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError(`--rounds is "${values.rounds}", not a number`);
  if (values.accept && (values.only !== "" || values.console !== "on" || values.profile || rounds < FEWEST_ROUNDS))
    throw new RangeError(`--accept takes the whole bench, with its console and at least ${FEWEST_ROUNDS} rounds`);
  return {
    accept: values.accept,
    rounds,
    only: values.only,
    beside: values.beside,
    console: values.console === "on",
    profile: values.profile,
  };
}
