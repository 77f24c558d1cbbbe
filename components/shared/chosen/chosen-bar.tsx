"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { addressOf } from "@/components/api/address";
import { queryString } from "@/components/api/client";
import { WriteButton } from "@/components/shared/forms/write-button";
import { counted } from "@/components/shared/wording";
import { Button, buttonClasses } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import type { TableKind } from "@/lib/wire/tables/entity-tables";
import type { ChosenAct } from "./chosen-act";
import type { Chosen } from "./use-chosen";

const ActDialog = lazyDialog(
  () => import("./act-dialog").then((module) => module.ActDialog),
  ({ acting }) => acting !== undefined,
);

/** What can be done with the chosen rows of a list. Nothing is shown while none is chosen. */
export function ChosenBar<Row>({
  rows,
  chosen,
  words: { one, many },
  nameOf,
  keyOf,
  acts,
  exports,
}: {
  /** The rows that the list shows. */
  rows: readonly Row[];
  chosen: Chosen<Row>;
  words: { readonly one: string; readonly many: string };
  nameOf: (row: Row) => string;
  keyOf: (row: Row) => string;
  acts: readonly ChosenAct<Row>[];
  /** The kind of the rows, if they can be exported as a table. */
  exports?: TableKind;
}) {
  const [acting, setActing] = useState<{ readonly act: ChosenAct<Row>; readonly rows: readonly Row[] }>();
  const among = chosen.among(rows);
  return (
    <>
      {among.length > 0 && (
        <div
          role="group"
          aria-label={`Chosen ${many}`}
          className="flex flex-wrap items-center gap-2 border-b bg-accent-soft/50 px-4 py-2"
        >
          <p role="status" className="mr-1 font-medium">
            {counted(among.length, one, many)} chosen
          </p>
          {acts.map((act) => {
            const fitting = among.filter(act.isFor);
            const Icon = act.icon;
            return (
              fitting.length > 0 && (
                <WriteButton key={act.verb} size="small" onClick={() => setActing({ act, rows: fitting })}>
                  <Icon className="size-3.5" aria-hidden /> {act.verb}
                  {fitting.length < among.length && ` ${fitting.length}`}
                </WriteButton>
              )
            );
          })}
          {exports && (
            <a
              href={addressOf(`/${exports}/export${queryString({ ids: among.map(keyOf).join(",") })}`)}
              download
              className={buttonClasses("secondary", "small")}
            >
              <Download className="size-3.5" aria-hidden /> Export
            </a>
          )}
          {among.length < rows.length && (
            <Button size="small" variant="ghost" onClick={() => chosen.chooseAll(rows)}>
              Choose all {rows.length} on this page
            </Button>
          )}
          <Button size="small" variant="ghost" onClick={chosen.chooseNone}>
            Choose none
          </Button>
        </div>
      )}
      <ActDialog
        acting={acting}
        words={{ one, many }}
        nameOf={nameOf}
        keyOf={keyOf}
        onClose={() => setActing(undefined)}
        onDone={chosen.chooseNone}
      />
    </>
  );
}
