import { linkTo } from "@/components/refusals/group-address";
import { codeName } from "@/components/sentences/code-names";
import { anyAddress, entityAddress } from "@/components/shared/entity-address";
import type { AlertView } from "@/lib/wire/contracts/alerting";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import type { Key } from "@/lib/wire/key";

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

/** The pages on which the causes of alerts are looked into. */
const PLACES: Readonly<Record<string, string>> = {
  deployment_down: "/console/models",
  issuer_down: "/console/providers",
  unpriced: "/console/prices",
  refusals: "/console/refusals",
};

/** Requests for access first, then alerts, then keys by their end. */
export function noticesOf(
  refusals: readonly Pick<RefusalsView, "code" | "kind" | "principal" | "route" | "model" | "requests">[],
  alerts: readonly Pick<AlertView, "id" | "type" | "subject" | "message" | "opened_at">[],
  keys: readonly Pick<Key, "token_id" | "key_alias" | "key_name" | "expires" | "blocked">[],
): readonly Notice[] {
  return [
    ...refusals.flatMap((group) =>
      group.requests.map((request) => ({
        id: `request ${request.decision_id}`,
        kind: "request" as const,
        text: `${request.requested_by} asks for access`,
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
      href: placeOf(alert),
    })),
    ...keys
      .flatMap((key) => (key.expires === null || key.blocked ? [] : [{ ...key, expires: key.expires }]))
      .toSorted((one, other) => Date.parse(one.expires) - Date.parse(other.expires))
      .map((key) => ({
        // A key that gets another end is told of again.
        id: `key ${key.token_id} ${key.expires}`,
        kind: "key" as const,
        text: `Key ${key.key_alias ?? key.key_name} ends`,
        detail: "",
        at: key.expires,
        href: entityAddress("key", key.token_id),
      })),
  ];
}

/** The page of what an alert is about. Alerts of budgets name the kind and the id of a payer. */
function placeOf({ type, subject }: Pick<AlertView, "type" | "subject">): string {
  if (type === "mcp_tool_changed") return entityAddress("mcp_server", subject);
  const place = PLACES[type];
  if (place !== undefined) return place;
  const end = subject.indexOf(" ");
  return anyAddress(subject.slice(0, Math.max(end, 0)), subject.slice(end + 1)) ?? "/console/settings";
}
