import type { ReactNode } from "react";
import { PageSections } from "@/components/shared/detail-drawer";

/** The sections of a tab, by column. */
interface PageParts<Row> {
  /** What matters most: at the top of the side column, and on a narrow screen at the top of the page. */
  readonly first?: (row: Row) => ReactNode;
  readonly main: (row: Row) => ReactNode;
  readonly side?: (row: Row) => ReactNode;
}

/** A tab of a page about one thing. Each has an address. */
export interface PageTab<Row> extends PageParts<Row> {
  /** Its name in the address. The first tab has none. */
  readonly name: string;
  readonly label: string;
  /** Whether its figures are those of the page's time, whose bar it then shows. */
  readonly isTimed?: boolean;
}

/** The sections of a tab, in as many columns as it needs. */
export function TabSections<Row>({ row, tab: { first, main, side } }: { row: Row; tab: PageParts<Row> }) {
  return (
    <PageSections>
      {first === undefined && side === undefined ? (
        <div className="in-turn space-y-5">{main(row)}</div>
      ) : (
        <div className="after-first grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] 2xl:grid-cols-[minmax(0,1fr)_28rem]">
          {first && <div className="in-turn min-w-0 space-y-5 lg:col-start-2">{first(row)}</div>}
          <div className="in-turn min-w-0 space-y-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">{main(row)}</div>
          {side && <div className="in-turn min-w-0 space-y-5 lg:col-start-2">{side(row)}</div>}
        </div>
      )}
    </PageSections>
  );
}
