"use client";
import { Download, Table2, Upload } from "lucide-react";
import { useState } from "react";
import { queryString } from "@/components/api/client";
import { useReadOnly } from "@/components/shared/read-only";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import type { TableKind } from "@/lib/wire/tables/entity-tables";

const ImportDialog = lazyDialog(
  () => import("./import-dialog").then((module) => module.ImportDialog),
  ({ open }) => open,
);

/** The file of a list and the way to change the list by a file. `filter`: what the list shows. */
export function TableMenu({
  kind,
  many,
  filter,
}: {
  kind: TableKind;
  many: string;
  filter: { readonly search: string; readonly blocked: string | undefined };
}) {
  const readOnly = useReadOnly();
  const [imports, setImports] = useState(false);
  const { search, blocked } = filter;
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Table2 className="size-4" aria-hidden /> CSV
          </Button>
        }
      >
        <MenuLink href={`/${kind}/export${queryString({ search, blocked })}`} download>
          <Download className="size-4" aria-hidden /> Export {search === "" && blocked === undefined ? "all" : "these"}{" "}
          {many}
        </MenuLink>
        {!readOnly && (
          <MenuItem onSelect={() => setImports(true)}>
            <Upload className="size-4" aria-hidden /> Import {many}…
          </MenuItem>
        )}
      </Menu>
      <ImportDialog kind={kind} many={many} open={imports} onClose={() => setImports(false)} />
    </>
  );
}
