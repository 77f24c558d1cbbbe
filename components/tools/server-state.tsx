import { Moment } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { classNames } from "@/components/ui/class-names";
import type { ServerHealthView } from "@/lib/wire/tools/server-state";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";

const STATES = {
  answers: { label: "Answers", tone: "good" },
  fails: { label: "Fails", tone: "bad" },
  unknown: { label: "Not asked yet", tone: "neutral" },
} as const satisfies Record<ServerHealthView["state"], object>;

/** Whether a server answers, since when, and why not. `health` undefined: it is being read; null: nobody knows. */
export function ServerState({
  server: { unusable, auth_type: auth },
  health,
  isWide = false,
}: {
  server: Pick<ToolServerView, "unusable" | "auth_type">;
  health: ServerHealthView | undefined | null;
  /** Whether the reason stands in full below the state. */
  isWide?: boolean;
}) {
  if (unusable !== null) return <State tone="bad" label="Not served" reason={unusable} isWide={isWide} />;
  if (health === undefined) return <Skeleton className="h-5 w-20" />;
  if (health === null) return <span className="text-ink-faint">Not known</span>;
  const { state, since, reason } = health;
  const isOfCallers = state === "unknown" && (auth === "signed_jwt" || auth === "oauth2_token_exchange");
  const { label, tone } = STATES[state];
  return (
    <State
      tone={tone}
      label={isOfCallers ? "In callers' names" : label}
      title={
        isOfCallers ? "The gateway can call it only in a caller's name, so it cannot check it by itself." : undefined
      }
      since={since}
      reason={reason}
      isWide={isWide}
    />
  );
}

function State({
  tone,
  label,
  title,
  since,
  reason,
  isWide,
}: {
  tone: "good" | "bad" | "neutral";
  label: string;
  title?: string | undefined;
  since?: string | null;
  reason: string | null;
  isWide: boolean;
}) {
  return (
    <span className="block min-w-0">
      <span className="flex items-center gap-2 whitespace-nowrap">
        <Badge tone={tone} {...(title !== undefined && { title })}>
          {label}
        </Badge>
        {since && (
          <span className="text-meta text-ink-faint">
            since <Moment iso={since} />
          </span>
        )}
      </span>
      {reason !== null && (
        <span
          title={reason}
          className={classNames("block text-meta text-bad wrap-anywhere", !isWide && "line-clamp-2 max-w-64")}
        >
          {reason}
        </span>
      )}
    </span>
  );
}

/** How many tools a server shows, and how many wait for an administrator. */
export function ToolCounts({
  health,
}: {
  health: Pick<ServerHealthView, "tools" | "held" | "changed"> | undefined | null;
}) {
  if (health === undefined) return <Skeleton className="h-5 w-12" />;
  if (health === null) return <span className="text-ink-faint">–</span>;
  const { tools, held, changed } = health;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="tabular-nums">{tools}</span>
      {held > 0 && <Badge tone="warn">{held} held</Badge>}
      {changed > 0 && <Badge tone="bad">{changed} changed</Badge>}
    </span>
  );
}
