"use client";
import { LogOut } from "lucide-react";
import { ActiveLabel } from "@/components/shared/status";
import { Ago, Until } from "@/components/shared/time";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { describeState, describeSignIn, type Session } from "./describe-session";

/** The console's sessions, the latest sign-in first. */
export function SessionsTable({
  sessions,
  dim,
  onEnd,
}: {
  sessions: readonly Session[];
  dim: boolean;
  onEnd: (session: Session) => void;
}) {
  const columns: readonly Column<Session>[] = [
    { head: "Who", cell: (session) => <Who session={session} /> },
    {
      head: "Signed in through",
      from: "md",
      cell: (session) => (
        <span className="block max-w-56 truncate text-ink-soft" title={describeSignIn(session)}>
          {describeSignIn(session)}
        </span>
      ),
    },
    { head: "Signed in", from: "sm", look: "text-ink-soft", cell: (session) => <Ago iso={session.created_at} /> },
    { head: "Last used", from: "lg", look: "text-ink-soft", cell: (session) => <Ago iso={session.last_seen_at} /> },
    {
      head: "Ends",
      from: "lg",
      look: "text-ink-soft",
      cell: (session) =>
        session.status === "active" ? (
          <Until iso={endOf(session)} />
        ) : (
          <Ago iso={session.ended_at ?? session.expires_at} />
        ),
    },
    { head: "State", from: "sm", cell: (session) => <State session={session} /> },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: (session) => session.status === "active" && <EndButton session={session} onEnd={onEnd} />,
    },
  ];
  return (
    <DataTable
      label="Sessions"
      stays="head"
      dim={dim}
      columns={columns}
      rows={sessions}
      keyOf={(session) => session.session_id}
    />
  );
}

function Who({ session }: { session: Session }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <span
          className="block max-w-44 truncate text-left font-medium sm:max-w-64"
          dir="auto"
          title={session.subject ?? undefined}
        >
          {session.name}
        </span>
        {session.current && <Badge tone="accent">this session</Badge>}
      </span>
      {session.address !== null && <span className="block font-mono text-meta text-ink-faint">{session.address}</span>}
      <span className="block text-meta text-ink-faint sm:hidden">{describeState(session)}</span>
    </>
  );
}

/** The button that ends a session. Viewers may end their own, which signs out. */
function EndButton({ session, onEnd }: { session: Session; onEnd: (session: Session) => void }) {
  const EndButton = session.current ? Button : WriteButton;
  return (
    <EndButton
      variant="ghost"
      size="icon"
      aria-label={`End the session of ${session.name}`}
      onClick={() => onEnd(session)}
    >
      <LogOut className="size-4" aria-hidden />
    </EndButton>
  );
}

/** When a session ends (ISO 8601). Without a refresh token, it ends with its token. */
function endOf({ can_refresh: canRefresh, token_ends_at: tokenEnds, expires_at: expires }: Session): string {
  return !canRefresh && tokenEnds !== null && tokenEnds < expires ? tokenEnds : expires;
}

/** The state of a session. Only states other than active stand out. */
function State({ session }: { session: Session }) {
  if (session.status === "active" && session.stale_since === null) return <ActiveLabel />;
  return <Badge tone={session.status === "ended" ? "neutral" : "warn"}>{describeState(session)}</Badge>;
}
