"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keysQuery, PAGE_SIZE } from "@/components/api/queries";
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
  const keys = useQuery(keysQuery({ page }));
  return (
    <Card>
      <CardHeader
        title="Keys"
        description="Only a hash of each is stored; a secret that is lost cannot be shown again."
      />
      <OwnPart query={keys}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-faint">No key is yours.</p>
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
