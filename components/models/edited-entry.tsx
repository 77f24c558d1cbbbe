"use client";
import type { ReactNode } from "react";
import type { Versioned } from "@/components/api/client";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { modelContracts } from "@/lib/wire/contracts/models";
import type { ModelView } from "@/lib/wire/model";

/** Reads an entry of the database with its version before it is changed or deleted. */
export function EditedEntry({
  id,
  lines,
  children,
}: {
  id: string;
  /** Its height while it loads, in lines. */
  lines?: number;
  children: (opened: Versioned<ModelView>) => ReactNode;
}) {
  return (
    <EditedRow contract={modelContracts.info} input={{ id }} {...(lines && { lines })}>
      {({ body: { data }, etag }) => {
        const [entry] = data;
        return entry ? children({ body: entry, etag }) : <p className="text-ink-faint">This entry was deleted.</p>;
      }}
    </EditedRow>
  );
}
