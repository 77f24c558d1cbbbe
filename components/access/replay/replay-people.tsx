import { formatCount } from "@/components/api/format";
import { Section } from "@/components/shared/detail-drawer";
import type { Replayed } from "@/lib/wire/replay";

type Person = Replayed["people"][number];

/** Callers that would lose or gain calls, day by day. `total`: how many there are; `people` are the first of them. */
export function ReplayPeople({ people, total }: { people: readonly Person[]; total: number }) {
  if (people.length === 0) return null;
  return (
    <Section title={`By person and day (${formatCount(total)})`}>
      <div
        className="max-h-96 overflow-y-auto rounded-md border"
        tabIndex={0}
        role="region"
        aria-label="By person and day"
      >
        <table className="w-full text-left text-meta">
          <thead className="sticky top-0 bg-raised text-ink-faint">
            <tr className="border-b">
              <th scope="col" className="px-3 py-1.5 font-medium">
                Day (UTC)
              </th>
              {COLUMNS.map(({ name }) => (
                <th key={name} scope="col" className="px-3 py-1.5 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {people.map((person) => (
            <tbody key={person.who} className="border-b last:border-b-0">
              <tr className="bg-muted/40 font-medium">
                <th scope="rowgroup" className="px-3 py-1.5 font-medium wrap-anywhere">
                  {person.who}
                </th>
                <Counts counts={person} />
              </tr>
              {person.days.map((day) => (
                <tr key={day.day}>
                  <th scope="row" className="px-3 py-1 font-normal text-ink-soft tabular-nums">
                    {day.day}
                  </th>
                  <Counts counts={day} />
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {total > people.length && (
        <p className="mt-1.5 text-meta text-ink-faint">
          The {people.length} with the most such calls, of {formatCount(total)}.
        </p>
      )}
    </Section>
  );
}

const COLUMNS = [
  { name: "Lost", of: "newly_denied", tone: "text-bad" },
  { name: "Gained", of: "newly_allowed", tone: "text-good" },
  { name: "Unchanged", of: "unchanged", tone: "" },
] as const;

function Counts({ counts }: { counts: Pick<Person, (typeof COLUMNS)[number]["of"]> }) {
  return COLUMNS.map(({ of, tone }) => (
    <td key={of} className={`px-3 py-1 text-right tabular-nums ${counts[of] > 0 ? tone : "text-ink-faint"}`}>
      {formatCount(counts[of])}
    </td>
  ));
}
