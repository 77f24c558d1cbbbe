"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { PageButtons } from "@/components/ui/page-buttons";
import { type Paged, pageText } from "@/components/ui/page-text";

/** The pager of a list, which stays in place while the next page loads. */
export function Pager({ onPage, ...paged }: Paged & { onPage: (page: number) => void }) {
  const { page } = paged;
  const { says, hasNext } = pageText(paged);
  return (
    <PageButtons
      says={says}
      buttons={[
        { label: "Previous page", icon: ChevronLeft, isOff: page <= 1, onClick: () => onPage(page - 1) },
        { label: "Next page", icon: ChevronRight, isOff: !hasNext, onClick: () => onPage(page + 1) },
      ]}
    />
  );
}
