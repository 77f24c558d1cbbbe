"use client";
import { Download } from "lucide-react";
import { queryString } from "@/components/api/client";
import type { InputOf } from "@/components/api/client";
import type { spendContracts } from "@/lib/wire/contracts/spend";
import { Button } from "@/components/ui/button";
import { Menu, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";

const FORMATS = [
  { format: "csv", label: "CSV, for spreadsheets" },
  { format: "jsonl", label: "JSON lines, exact amounts" },
] as const;

/**
 * Downloads every call that passes the filters, however many, because the gateway streams them. With `groupBy`, the
 * `group_by` of a spend report, also their sums.
 */
export function ExportMenu({
  filter,
  groupBy,
}: {
  filter: Omit<InputOf<typeof spendContracts.export>, "format">;
  groupBy?: string;
}) {
  return (
    <Menu
      trigger={
        <Button>
          <Download className="size-4" aria-hidden /> <span className="max-sm:sr-only">Export</span>
        </Button>
      }
    >
      {groupBy !== undefined && (
        <>
          <MenuLabel>The sums on this page</MenuLabel>
          <MenuLink
            href={`/spend/report${queryString({ format: "csv", group_by: groupBy, rest: true, ...filter })}`}
            download
          >
            Sums as CSV
          </MenuLink>
          <MenuSeparator />
        </>
      )}
      <MenuLabel>The calls behind this page</MenuLabel>
      {FORMATS.map(({ format, label }) => (
        <MenuLink key={format} href={`/spend/export${queryString({ format, ...filter })}`} download>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
