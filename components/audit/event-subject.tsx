import { hasPage } from "@/components/shared/entity-address";
import { EntityLink } from "@/components/shared/entity-link";
import type { AuditEvent } from "@/lib/wire/contracts/audit";
import { subjectName } from "@/lib/wire/subject-name";

/** The name of what an event is about, with a link to its page if it has one. */
export function EventSubject({ event }: { event: AuditEvent }) {
  const { entity_type: type, entity_id: id } = event;
  const name = subjectName(event);
  // Events about a model are about an entry of the list, which is a deployment.
  const kind = type === "model" ? "deployment" : type;
  const shown = hasPage(kind) ? (
    <EntityLink kind={kind} id={id}>
      {name}
    </EntityLink>
  ) : (
    name
  );
  return <span title={id}>{shown}</span>;
}
