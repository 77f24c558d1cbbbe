"use client";
import { Unplug } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/api/use-read";
import { ReadSection } from "@/components/detail-page/read-section";
import { anyAddress } from "@/components/shared/entity-address";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Ago } from "@/components/shared/time";
import { Link } from "@/components/ui/link";
import { Note } from "@/components/ui/text";
import { type ConnectedUser, toolConnectionContracts } from "@/lib/wire/contracts/connections/tool-connections";
import { ConnectionBadge } from "./connection-state";
import { DisconnectDialog } from "./dialogs";

/** Who is connected to a server. */
export function ConnectedUsers({ server }: { server: string }) {
  const query = useRead(toolConnectionContracts.ofServer, { server_id: server });
  const [ending, setEnding] = useState<string>();
  return (
    <ReadSection title="Connected users" query={query} height="h-16">
      {({ data }) => (
        <div className="space-y-2">
          {data.length === 0 ? (
            <p className="text-ink-soft">
              Nobody yet. You see its tools once you have connected, in{" "}
              <Link
                href="/console/connections"
                prefetch={false}
                className="font-medium text-accent-text hover:underline"
              >
                My connections
              </Link>
              .
            </p>
          ) : (
            <ul className="max-h-80 divide-y overflow-y-auto rounded-md border" aria-label="Connected users">
              {data.map((user) => (
                <Connected key={user.user_id} user={user} onEnd={setEnding} />
              ))}
            </ul>
          )}
          <Note>Their tokens are encrypted, and shown to nobody.</Note>
          <DisconnectDialog
            row={ending === undefined ? undefined : { server, user: ending }}
            onClose={() => setEnding(undefined)}
          />
        </div>
      )}
    </ReadSection>
  );
}

function Connected({
  user: { user_id: id, state, connected_at: since },
  onEnd,
}: {
  user: ConnectedUser;
  onEnd: (user: string) => void;
}) {
  const address = anyAddress("user", id);
  return (
    <li className="flex items-center justify-between gap-2 px-3 py-1.5">
      <span className="min-w-0">
        {address === undefined ? (
          <span className="wrap-anywhere">{id}</span>
        ) : (
          <Link
            href={address}
            prefetch={false}
            className="rounded wrap-anywhere underline decoration-line-strong underline-offset-3 hover:text-accent-text"
          >
            {id}
          </Link>
        )}
        <span className="flex flex-wrap items-center gap-x-2 text-meta text-ink-faint">
          <ConnectionBadge state={state} />
          {since !== null && (
            <span>
              since <Ago iso={since} />
            </span>
          )}
        </span>
      </span>
      <WriteButton variant="ghost" size="icon" aria-label={`Disconnect ${id}`} onClick={() => onEnd(id)}>
        <Unplug className="size-4" aria-hidden />
      </WriteButton>
    </li>
  );
}
