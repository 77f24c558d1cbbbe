import { ENVIRONMENT_VARIABLES } from "@/lib/config/environment-variables";
import type { Fault } from "@/lib/config/finding";

type Location = Pick<Fault, "path" | "at">;

/**
 * Whether a value is in quotes. Shells and systemd remove quotes; `docker run --env-file` and most other readers of
 * such files do not.
 */
export function standsInQuotes(value: string): boolean {
  const text = value.trim();
  return text.length > 1 && ['"', "'"].some((mark) => text.startsWith(mark) && text.endsWith(mark));
}

export function quotedFault(name: string, location: Location): Fault {
  const message = `the value of ${name} is in quotes, which count as part of it`;
  return { ...location, number: "C194", message, fix: `set ${name} without the quotes` };
}

/** Warnings about variables of the gateway whose values are in quotes. `sourceOf`: where a variable is set. */
export function quotedFaults(
  lookup: (name: string) => string | undefined,
  sourceOf: (name: string) => Location,
): Fault[] {
  return Object.keys(ENVIRONMENT_VARIABLES).flatMap((name) =>
    standsInQuotes(lookup(name) ?? "") ? [quotedFault(name, sourceOf(name))] : [],
  );
}
