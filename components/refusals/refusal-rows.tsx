import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { OutputOf } from "@/components/api/client";
import { ListBody } from "@/components/shared/lists/list-body";
import type { ListPage } from "@/components/shared/lists/use-list-page";
import type { refusalContracts, RefusalsView } from "@/lib/wire/contracts/refusals";
import { ChosenGroups } from "./chosen-groups";
import { groupAddress } from "./group-address";
import { RefusalsTable } from "./refusals-table";

const NONE: ReadonlySet<string> = new Set();

/** The groups of refusals of one page, several of which can be chosen. `hours`: how many the list covers. */
export function RefusalRows({
  query,
  page,
  hours,
  whenNone,
  onOpen,
}: {
  query: UseQueryResult<OutputOf<typeof refusalContracts.list>>;
  page: ListPage;
  hours: number;
  whenNone: ReactNode;
  onOpen: (row: RefusalsView) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const choose = (row: RefusalsView, isChosen: boolean) =>
    setChosen((all) => withOne(all, groupAddress(row), isChosen));
  const chosenRows = query.data?.data.filter((row) => chosen.has(groupAddress(row))) ?? [];
  return (
    <>
      {chosenRows.length > 0 && <ChosenGroups rows={chosenRows} onDone={() => setChosen(NONE)} />}
      <ListBody page={page} query={query} many="groups" skeletonRows={10} whenNone={whenNone}>
        {({ data }, dim) => (
          <RefusalsTable rows={data} hours={hours} dim={dim} chosen={chosen} onChoose={choose} onOpen={onOpen} />
        )}
      </ListBody>
    </>
  );
}

function withOne(all: ReadonlySet<string>, one: string, isIn: boolean): ReadonlySet<string> {
  return new Set(isIn ? [...all, one] : [...all].filter((other) => other !== one));
}
