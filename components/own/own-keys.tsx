"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { useState } from "react";
import { PAGE_SIZE, PAGED, useRead } from "@/components/api/use-read";
import { SpendCell } from "@/components/limits/spend-cell";
import { KeyStatus } from "@/components/keys/key-status";
import { keyName } from "@/components/keys/key-name";
import { Card, CardHeader } from "@/components/ui/card";
import { Pager } from "@/components/ui/pager";
import { OwnPart } from "./own-part";

/** The caller's virtual keys, without their secrets. */
export function OwnKeys() {
  const [page, setPage] = useState(1);
  const [now] = useState(() => Date.now());
  const keys = useRead(keyContracts.list, { page, size: PAGE_SIZE }, PAGED);
  return (
    <Card>
      <CardHeader title="Keys" description="Only a hash of each key is stored. A lost secret cannot be shown again." />
      <OwnPart query={keys}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-faint">You have no keys.</p>
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
                </li>
              ))}
            </ul>
          )
        }
      </OwnPart>
      {keys.data && keys.data.total > PAGE_SIZE && (
        <Pager page={page} size={PAGE_SIZE} total={keys.data.total} onPage={setPage} />
      )}
    </Card>
  );
}
