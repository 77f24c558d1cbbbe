"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { Freshness } from "@/components/shared/lists/freshness";
import type { PageAddress } from "@/components/shared/lists/list-page";
import { PageGone, CursorPager } from "@/components/shared/lists/cursor-pager";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { DeleteKeyDialog } from "@/components/keys/delete-key-dialog";
import { keyName } from "@/components/keys/key-name";
import type { Key, ListedKey } from "@/lib/wire/key";
import type { OwnKeyRights } from "@/lib/wire/own-questions";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { AskForMore } from "./ask-for-more";
import { KeyLine } from "./key-line";
import { OwnPart } from "./own-part";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";

const OwnKeyDialog = lazyDialog(
  () => import("./own-key-dialog").then((module) => module.OwnKeyDialog),
  ({ open }) => open,
);

const RegenerateKeyDialog = lazyDialog(
  () => import("@/components/keys/regenerate-key-dialog").then((module) => module.RegenerateKeyDialog),
  ({ row }) => row !== undefined,
);

/**
 * The caller's virtual keys, without their secrets. `makesKeys`: undefined if the caller may make none. `view`: the
 * page in the address.
 */
export function OwnKeys({
  userId,
  makesKeys,
  administers,
  view,
  onTurn,
}: {
  userId: string | undefined;
  makesKeys: OwnKeyRights | undefined;
  /** Whether they administer a team: its keys are listed with the team, and not again here. */
  administers: boolean;
  view: PageAddress;
  onTurn: (to: PageAddress) => void;
}) {
  const [making, setMaking] = useState(false);
  const [renewed, setRenewed] = useState<Key>();
  const [deleted, setDeleted] = useState<Key>();
  const page = useListPage(view, onTurn, "");
  const [now] = useState(serverTime);
  const of = administers && userId !== undefined && { user_id: userId };
  const keys = useRead(keyContracts.list, { ...page.asked, size: PAGE_SIZE, ...of }, LIVE);
  return (
    <Card>
      <CardHeader title="Keys" description="Only a hash of each key is stored. A lost secret cannot be shown again.">
        {makesKeys && (
          <Button size="small" variant="primary" onClick={() => setMaking(true)}>
            <KeyRound className="size-3.5" aria-hidden /> Generate a key
          </Button>
        )}
        <Freshness query={keys} label="Refresh your keys" />
      </CardHeader>
      <OwnPart query={keys}>
        {({ data }) =>
          data.length === 0 ? (
            page.number > 1 ? (
              <PageGone page={page} many="keys" />
            ) : (
              <p className="text-ink-faint">You have no keys.</p>
            )
          ) : (
            <ul className="divide-y rounded-md border" aria-label="Keys">
              {data.map((key) => (
                <li key={key.token_id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
                  <KeyLine
                    row={key}
                    now={now}
                    owner={
                      <span className="block truncate text-meta text-ink-faint">
                        <span className="font-mono">{key.key_name}</span> · {ownerText(key, userId)}
                      </span>
                    }
                  >
                    {makesKeys && (
                      <OwnKeyButtons
                        name={keyName(key)}
                        onRenew={() => setRenewed(key)}
                        onDelete={() => setDeleted(key)}
                      />
                    )}
                  </KeyLine>
                  <AskForMore type="key" id={key.token_id} limit={key.max_budget} name={keyName(key)} />
                </li>
              ))}
            </ul>
          )
        }
      </OwnPart>
      {keys.isSuccess && keys.data.data.length > 0 && keys.data.total > PAGE_SIZE && (
        <CursorPager page={page} query={keys} />
      )}
      {makesKeys && (
        <>
          <OwnKeyDialog owner={{ makesKeys }} open={making} onOpenChange={setMaking} />
          <RegenerateKeyDialog row={renewed} onClose={() => setRenewed(undefined)} />
          <DeleteKeyDialog row={deleted} onClose={() => setDeleted(undefined)} />
        </>
      )}
    </Card>
  );
}

function OwnKeyButtons({ name, onRenew, onDelete }: { name: string; onRenew: () => void; onDelete: () => void }) {
  return (
    <span className="flex basis-full gap-2">
      <Button size="small" aria-label={`Rotate ${name}`} onClick={onRenew}>
        Rotate
      </Button>
      <Button size="small" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </span>
  );
}

/** The owner of a key, and the team that its calls count for, in words. `userId`: the caller. */
function ownerText(key: ListedKey, userId: string | undefined): string {
  const team = key.team_alias ?? key.team_id;
  const own = team === null ? "Personal" : "Yours";
  const user = key.user_id === userId ? own : (key.user_alias ?? key.user_email ?? key.user_id);
  return [user ?? "The team's own", team].filter((part) => part !== null).join(" · ");
}
