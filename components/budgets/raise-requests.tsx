import { Section } from "@/components/shared/detail-drawer";
import { RAISED_TYPES } from "@/lib/wire/contracts/budgets/raises";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { RaiseRequest } from "./raise-request";

/** The requests for a higher budget in a group, each with the budget as it is now and the way to decide about it. */
export function RaiseRequests({ row, onDone }: { row: RefusalsView; onDone: () => void }) {
  const type = RAISED_TYPES.find((one) => one === row.kind);
  if (type === undefined) return null;
  return (
    <Section title={row.requests.length === 1 ? "Asks for a higher budget" : "Ask for a higher budget"}>
      <ul className="space-y-3">
        {row.requests.map((request) => (
          <li key={request.asker} className="rounded-md border px-4 py-3">
            <RaiseRequest raised={{ type, id: row.principal }} request={request} onDone={onDone} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
