"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { SpendCell } from "@/components/limits/spend-cell";
import { Freshness } from "@/components/shared/lists/freshness";
import type { PageAddress } from "@/components/shared/lists/list-page";
import { PageGone, PlacePager } from "@/components/shared/lists/place-pager";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { KeyStatus } from "@/components/keys/key-status";
import { DeleteKeyDialog } from "@/components/keys/delete-key-dialog";
import { keyName } from "@/components/keys/key-name";
import { RegenerateKeyDialog } from "@/components/keys/regenerate-key-dialog";
import type { Key } from "@/lib/wire/key";
import type { OwnKeyRights } from "@/lib/wire/own-questions";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { OwnKeyDialog } from "./own-key-dialog";
import { OwnPart } from "./own-part";

/**
 * The caller's virtual keys, without their secrets. `makesKeys`: undefined if they make none. `view`: the page that the
 * address asks for.
 */
export function OwnKeys({
  makesKeys,
  view,
  onTurn,
}: {
  makesKeys: OwnKeyRights | undefined;
  view: PageAddress;
  onTurn: (to: PageAddress) => void;
}) {
  const [making, setMaking] = useState(false);
  const [renewed, setRenewed] = useState<Key>();
  const [deleted, setDeleted] = useState<Key>();
  const page = useListPage(view, onTurn, "");
  const [now] = useState(serverTime);
  const keys = useRead(keyContracts.list, { ...page.asked, size: PAGE_SIZE }, LIVE);
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
                <li
                  key={key.token_id}
                  className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 px-3 py-2"
                >
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{keyName(key)}</span>
                    <span className="block font-mono text-[12px] text-ink-faint">{key.key_name}</span>
                  </span>
                  <KeyStatus row={key} now={now} />
                  <SpendCell row={key} name={keyName(key)} />
                  {makesKeys && (
                    <span className="col-span-full flex gap-2">
                      <Button
                        size="small"
                        aria-label={`New secret for ${keyName(key)}`}
                        onClick={() => setRenewed(key)}
                      >
                        New secret
                      </Button>
                      <Button size="small" aria-label={`Delete ${keyName(key)}`} onClick={() => setDeleted(key)}>
                        Delete
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </OwnPart>
      {keys.isSuccess && keys.data.data.length > 0 && keys.data.total > PAGE_SIZE && (
        <PlacePager page={page} query={keys} />
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
