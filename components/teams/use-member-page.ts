"use client";
import { useContext, useState } from "react";
import { OnPage } from "@/components/shared/detail-drawer";
import { pageOfRows } from "@/components/shared/lists/list-page";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useAddress } from "@/components/shared/use-address";
import type { NamedTeam } from "@/lib/wire/team";

/** How many members a page has; a team with no more has no search either. */
export const MEMBERS_SHOWN = 25;
const FIRST = { members: "", members_page: "", members_place: "" };
/** The address of a team's page. */
const USUAL = { id: "", ...FIRST };

/**
 * The members of a team that are searched for, page by page. The search and the page are in the address of the team's
 * own page; a drawer, which has none, keeps them while it is open.
 */
export function useMemberPage({ team_id: id, members_with_roles: members, member_names: names }: NamedTeam) {
  const isOnPage = useContext(OnPage);
  const [address, changeAddress] = useAddress(USUAL);
  const [kept, setKept] = useState({ ...FIRST, of: id });
  const view = isOnPage ? address : kept.of === id ? kept : FIRST;
  const change = (to: Partial<typeof FIRST>, how?: "typed") =>
    isOnPage ? changeAddress(to, how) : setKept({ ...FIRST, ...view, ...to, of: id });
  const search = view.members.trim().toLowerCase();
  const found = members.filter(({ user_id: user }) =>
    [user, names?.[user] ?? ""].some((text) => text.toLowerCase().includes(search)),
  );
  const page = useListPage(
    { page: view.members_page, after: view.members_place },
    (to) => change({ members_page: to.page, members_place: to.after }),
    `${id} ${search}`,
  );
  const rows = found.map((member) => ({ id: member.user_id, member }));
  return {
    page,
    search: view.members,
    setSearch: (text: string) => change({ ...FIRST, members: text }, "typed"),
    clear: () => change(FIRST),
    shown: pageOfRows(rows, page.asked, MEMBERS_SHOWN),
  };
}
