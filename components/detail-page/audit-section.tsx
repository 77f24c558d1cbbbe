"use client";
import { queryString } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { actionName } from "@/components/sentences/action-names";
import { Ago } from "@/components/shared/time";
import { Link } from "@/components/ui/link";
import { Note } from "@/components/ui/text";
import { auditContracts } from "@/lib/wire/contracts/audit";
import { MoreLink, ReadSection } from "./read-section";

const SHOWN = 20;

/** Who changed an entity, and when. `type` and `id`: as audit events name it. */
export function AuditSection({ type, id }: { type: string; id: string }) {
  const about = { entity_type: type, entity_id: id };
  const events = useRead(auditContracts.logs, { page: 1, size: SHOWN, ...about });
  return (
    <ReadSection
      title="Changes"
      query={events}
      action={<MoreLink href={`/console/audit${queryString(about)}`}>Audit log</MoreLink>}
    >
      {({ data, total }) =>
        data.length === 0 ? (
          <p className="text-ink-faint">Nobody has changed it yet.</p>
        ) : (
          <>
            <ul className="space-y-2">
              {data.map((event) => (
                <li key={event.id} className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0">
                    <Link
                      href={`/console/audit${queryString({ ...about, event: event.id })}`}
                      prefetch={false}
                      title={actionName(event.action)}
                      className="rounded font-medium hover:text-accent-text hover:underline"
                    >
                      {actionName(event.action)}
                    </Link>
                    <span className="block truncate text-meta text-ink-faint">by {event.actor}</span>
                  </span>
                  <span className="shrink-0 text-meta text-ink-faint">
                    <Ago iso={event.at} />
                  </span>
                </li>
              ))}
            </ul>
            {total > data.length && <Note className="mt-2">{total - data.length} more.</Note>}
          </>
        )
      }
    </ReadSection>
  );
}
