"use client";
import { Download } from "lucide-react";
import { queryString } from "@/components/api/client";
import type { CallFilter } from "@/components/api/queries";
import { Button } from "@/components/ui/button";
import { Menu, MenuLabel, MenuLink } from "@/components/ui/menu";

const FORMATS = [
  { format: "csv", label: "CSV, for spreadsheets" },
  { format: "jsonl", label: "JSON lines, exact amounts" },
] as const;

/** Downloads every call that the filters take, however many; the gateway streams them. */
export function ExportMenu({ filter }: { filter: Partial<CallFilter> }) {
  const { page: _, size: __, sort: ___, order: ____, ...wanted } = filter;
  return (
    <Menu
      trigger={
        <Button>
          <Download className="size-4" aria-hidden /> Export
        </Button>
      }
    >
      <MenuLabel>The calls behind this page</MenuLabel>
      {FORMATS.map(({ format, label }) => (
        <MenuLink key={format} href={`/spend/export${queryString({ format, ...wanted })}`} download>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
