"use client";
import { MonitorSmartphone, Search } from "lucide-react";
import { useState } from "react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { PageHeader } from "@/components/shell/page-header";
import { Freshness } from "@/components/shared/lists/freshness";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { ListBody } from "@/components/shared/lists/list-body";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { SearchInput } from "@/components/ui/search-input";
import { Segmented } from "@/components/ui/segmented";
import { EmptyState } from "@/components/ui/states";
import { sessionContracts } from "@/lib/wire/contracts/sessions";
import type { Session } from "./describe-session";
import { EndSessionDialog } from "./end-session-dialog";
import { SessionsTable } from "./sessions-table";

const STATUSES = [
  { value: "active", label: "Active" },
  { value: "ended", label: "Ended" },
] as const;

/** The address of the page. */
const USUAL_SESSIONS = { status: "active", search: "", ...FIRST_PAGE };

export function SessionsPage() {
  const [view, change] = useAddress(USUAL_SESSIONS);
  const { search } = view;
  const status = STATUSES.find(({ value }) => value === view.status)?.value ?? "active";
  const [ending, setEnding] = useState<Session>();
  const settled = useDebounced(search.trim());
  const page = useListPage(view, change, `${status} ${settled}`);
  const sessions = useRead(sessionContracts.list, { ...page.asked, size: PAGE_SIZE, status, search: settled }, LIVE);
  return (
    <>
      <PageHeader
        title="Sessions"
        description="Who is signed in to this console. A session that you end here is over at once on every node."
      />
      <Card>
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
          <SearchInput
            className="min-w-60 flex-1 sm:max-w-72"
            label="Search sessions"
            placeholder="Search by name or subject"
            value={search}
            onChange={(event) => change({ search: event.target.value, ...FIRST_PAGE }, "typed")}
          />
          <Segmented
            label="Status"
            options={STATUSES}
            value={status}
            onChange={(value) => change({ status: value, ...FIRST_PAGE })}
          />
          <Freshness query={sessions} />
        </div>
        <ListBody
          page={page}
          query={sessions}
          many="sessions"
          whenNone={
            settled === "" ? (
              <EmptyState
                icon={MonitorSmartphone}
                title={status === "active" ? "No active sessions" : "No ended sessions"}
              >
                Sessions that are over are kept for 30 days.
              </EmptyState>
            ) : (
              <EmptyState
                icon={Search}
                title="No session matches this search"
                action={<Button onClick={() => change({ search: "", ...FIRST_PAGE })}>Clear search</Button>}
              >
                The search looks for any part of the name or subject among the {status} sessions.
              </EmptyState>
            )
          }
        >
          {({ data }, dim) => <SessionsTable sessions={data} dim={dim} onEnd={setEnding} />}
        </ListBody>
      </Card>
      <EndSessionDialog row={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}
