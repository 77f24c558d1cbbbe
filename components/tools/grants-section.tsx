"use client";
import { Pencil, UserPlus } from "lucide-react";
import { useState } from "react";
import { ReadSection } from "@/components/detail-page/read-section";
import { useRead } from "@/components/api/use-read";
import { anyAddress } from "@/components/shared/entity-address";
import { WriteButton } from "@/components/shared/forms/write-button";
import { capitalised, counted } from "@/components/shared/wording";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Mono, Note } from "@/components/ui/text";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ServerGrant, ServerGrants } from "@/lib/wire/tools/server-state";
import { GrantDialog } from "./dialogs";
import type { GrantTarget } from "./grant-dialog";
import { GRANT_KINDS } from "./grant-words";

/** Who is granted a server, with which tools and up to which tier. */
export function GrantsSection({ server }: { server: string }) {
  const grants = useRead(toolServerContracts.grants, { server_id: server });
  const [target, setTarget] = useState<GrantTarget>();
  return (
    <ReadSection
      title="Who may use it"
      query={grants}
      height="h-24"
      action={
        <WriteButton size="small" onClick={() => setTarget({ server })}>
          <UserPlus className="size-3.5" aria-hidden /> Grant
        </WriteButton>
      }
    >
      {({ data: [own] }) => (
        <>
          {own && <Grants grants={own} onEdit={(grant) => setTarget({ server, grant })} />}
          <GrantDialog row={target} onClose={() => setTarget(undefined)} />
        </>
      )}
    </ReadSection>
  );
}

type OnEdit = (grant: NonNullable<GrantTarget["grant"]>) => void;

function Grants({
  grants: { allow_all_keys: isOpen, counts, data },
  onEdit,
}: {
  grants: ServerGrants;
  onEdit: OnEdit;
}) {
  const left = counts.reduce((sum, { count }) => sum + count, 0) - data.length;
  return (
    <div className="space-y-2">
      {isOpen && (
        <p>
          Every key and token that may call tools at all (<Mono as="code">allow_all_keys</Mono>).
        </p>
      )}
      {data.length > 0 && (
        <ul className="divide-y rounded-md border" aria-label="Who may use it">
          {data.map((grant) => (
            <Grant key={`${grant.type} ${grant.id} ${grant.tools?.join() ?? ""}`} grant={grant} onEdit={onEdit} />
          ))}
        </ul>
      )}
      {left > 0 && <Note>{left} more.</Note>}
      {!isOpen && data.length === 0 && (
        <p className="text-warn">
          Nobody yet. Grant it to a team, a user, a key, an end user or an organisation, or name its tools in a role or
          a scope (<Mono as="code">mcp_tools</Mono>).
        </p>
      )}
      <Note>
        Every grant that applies to a caller must allow the call.{" "}
        <Link
          href="/console/docs/guides/tools#who-may-use-a-tool"
          prefetch={false}
          className="font-medium text-accent-text hover:underline"
        >
          How that is decided
        </Link>
      </Note>
    </div>
  );
}

function Grant({ grant, onEdit }: { grant: ServerGrant; onEdit: OnEdit }) {
  const { type, id, name, tools, max_tier: tier, groups, narrows } = grant;
  const address = anyAddress(type, id);
  const shown = name ?? id;
  return (
    <li className="px-3 py-1.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="text-ink-faint">{capitalised(GRANT_KINDS[type].one)}</span>
        {address === undefined ? (
          <Mono className="wrap-anywhere">{shown}</Mono>
        ) : (
          <Link
            href={address}
            prefetch={false}
            title={id}
            className="rounded wrap-anywhere underline decoration-line-strong underline-offset-3 hover:text-accent-text"
          >
            {shown}
          </Link>
        )}
        {tier === "read" && <Badge title="mcp_max_tier: only tools that change nothing">Reads only</Badge>}
        {type !== "role" && type !== "scope" && groups.length === 0 && (
          <span className="order-last ml-auto">
            <WriteButton
              size="small"
              variant="ghost"
              aria-label={`Change what ${shown} may use`}
              onClick={() => onEdit({ ...grant, type })}
            >
              <Pencil className="size-3.5" aria-hidden />
            </WriteButton>
          </span>
        )}
        {narrows && <Badge title="Its own user made the key, so it grants nothing itself.">Narrows</Badge>}
      </span>
      {tools !== null && (
        <span className="block text-meta text-ink-soft wrap-anywhere" title={tools.join("\n")}>
          Only {tools.length > 4 ? counted(tools.length, "tool or pattern", "tools or patterns") : tools.join(", ")}
        </span>
      )}
      {groups.length > 0 && <span className="block text-meta text-ink-faint">by the group {groups.join(", ")}</span>}
    </li>
  );
}
