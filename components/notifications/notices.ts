import { formatDollars } from "@/components/api/format";
import { linkTo } from "@/components/refusals/group-address";
import { codeName } from "@/components/sentences/code-names";
import { entityAddress } from "@/components/shared/entity-address";
import type { AlertView } from "@/lib/wire/contracts/alerting";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import type { Key } from "@/lib/wire/key";
import { alertAddress } from "./alert-address";

/** Something that waits for an administrator, and where it is attended to. */
export interface Notice {
  /** Whether it was seen is remembered by this. */
  readonly id: string;
  readonly kind: "request" | "alert" | "key";
  readonly text: string;
  readonly detail: string;
  /** Its moment: when somebody asked, an alert opened, or a key ends. */
  readonly at: string;
  readonly href: string;
}

/** Requests for access first, then alerts, then keys by their end. */
export function noticesOf(
  refusals: readonly Pick<RefusalsView, "code" | "kind" | "principal" | "route" | "model" | "requests">[],
  alerts: readonly Pick<AlertView, "id" | "type" | "subject" | "message" | "opened_at">[],
  keys: readonly Pick<Key, "token_id" | "key_alias" | "key_name" | "expires" | "blocked">[],
): readonly Notice[] {
  return [
    ...refusals.flatMap((group) =>
      group.requests.map((request) => ({
        id: `request ${request.decision_id ?? `${group.kind} ${group.principal} ${request.asker} ${request.at}`}`,
        kind: "request" as const,
        text:
          request.amount === null
            ? `${request.requested_by} asks for access`
            : `${request.requested_by} asks for a budget of ${formatDollars(request.amount)}`,
        detail: request.note ?? codeName(group.code),
        at: request.at,
        href: linkTo(group),
      })),
    ),
    ...alerts.map((alert) => ({
      id: `alert ${alert.id}`,
      kind: "alert" as const,
      text: alert.message,
      detail: "",
      at: alert.opened_at,
      href: alertAddress(alert) ?? "/console/alerts",
    })),
    ...keys
      .flatMap((key) => (key.expires === null || key.blocked ? [] : [{ ...key, expires: key.expires }]))
      .toSorted((one, other) => Date.parse(one.expires) - Date.parse(other.expires))
      .map((key) => ({
        // A key whose end moves is announced again.
        id: `key ${key.token_id} ${key.expires}`,
        kind: "key" as const,
        text: `Key ${key.key_alias ?? key.key_name} ends`,
        detail: "",
        at: key.expires,
        href: entityAddress("key", key.token_id),
      })),
  ];
}
