"use client";
import { Download } from "lucide-react";
import { queryString } from "@/components/api/client";
import type { CallFilter } from "@/components/api/queries";
import { Button } from "@/components/ui/button";
import { Menu, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";

const FORMATS = [
  { format: "csv", label: "CSV, for spreadsheets" },
  { format: "jsonl", label: "JSON lines, exact amounts" },
] as const;

/**
 * Downloads every call that the filters take, however many; the gateway streams them. With `groupBy` also their sums, by
 * what a report is grouped by.
 */
export function ExportMenu({ filter, groupBy }: { filter: Partial<CallFilter>; groupBy?: string }) {
  const { page: _, size: __, sort: ___, order: ____, ...wanted } = filter;
  return (
    <Menu
      trigger={
        <Button>
          <Download className="size-4" aria-hidden /> Export
        </Button>
      }
    >
      {groupBy !== undefined && (
        <>
          <MenuLabel>The sums on this page</MenuLabel>
          <MenuLink href={`/spend/report${queryString({ format: "csv", group_by: groupBy, ...wanted })}`} download>
            Sums as CSV
          </MenuLink>
          <MenuSeparator />
        </>
      )}
      <MenuLabel>The calls behind this page</MenuLabel>
      {FORMATS.map(({ format, label }) => (
        <MenuLink key={format} href={`/spend/export${queryString({ format, ...wanted })}`} download>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
