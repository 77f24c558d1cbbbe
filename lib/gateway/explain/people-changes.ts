import type { DayChanges, PersonChanges } from "@/lib/wire/replay";

/** What a draft does to recorded calls. */
export type CallChange = "newlyDenied" | "newlyAllowed" | "unchanged";

type Counts = { -readonly [Change in CallChange]: number };

/** Counts what a draft does to the calls of each caller, day by day. */
export class PeopleChanges {
  readonly #people = new Map<string, Map<string, Counts>>();

  /** `days`: calls by UTC date, as in `2026-06-15`. */
  add(who: string, days: Readonly<Record<string, number>>, change: CallChange): void {
    let known = this.#people.get(who);
    if (!known) this.#people.set(who, (known = new Map()));
    for (const [day, calls] of Object.entries(days)) {
      const counts = known.get(day) ?? none();
      counts[change] += calls;
      known.set(day, counts);
    }
  }

  /**
   * Those for whom anything changes, most changed calls first, each with every day on which they called, newest first.
   */
  report(): PersonChanges[] {
    return [...this.#people]
      .map(([who, days]): PersonChanges => {
        const byDay = [...days].map(([day, counts]): DayChanges => ({ day, ...counts }));
        const total = byDay.reduce((sum, { day: _, ...counts }) => added(sum, counts), none());
        return { who, ...total, days: byDay.toSorted((one, other) => other.day.localeCompare(one.day)) };
      })
      .filter((person) => changed(person) > 0)
      .toSorted((one, other) => changed(other) - changed(one) || one.who.localeCompare(other.who));
  }
}

function none(): Counts {
  return { newlyDenied: 0, newlyAllowed: 0, unchanged: 0 };
}

function added(one: Counts, other: Counts): Counts {
  return {
    newlyDenied: one.newlyDenied + other.newlyDenied,
    newlyAllowed: one.newlyAllowed + other.newlyAllowed,
    unchanged: one.unchanged + other.unchanged,
  };
}

function changed({ newlyDenied, newlyAllowed }: Pick<Counts, "newlyDenied" | "newlyAllowed">): number {
  return newlyDenied + newlyAllowed;
}
