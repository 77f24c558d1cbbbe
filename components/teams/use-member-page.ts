"use client";
import { pageOfRows } from "@/components/shared/lists/list-page";
import { FIRST_MEMBERS, type MembersList } from "@/components/shared/lists/members-list";
import { useListPage } from "@/components/shared/lists/use-list-page";
import type { NamedTeam } from "@/lib/wire/team";

/** How many members a page has. A team with no more of them has no search either. */
export const MEMBERS_SHOWN = 25;

/** The page of a team's members in the address. */
export function useMemberPage(
  { team_id: id, members_with_roles: members, member_names: names }: NamedTeam,
  { view, change }: MembersList,
) {
  const search = view.members.trim().toLowerCase();
  const found = members.filter(({ user_id: user }) =>
    [user, names?.[user] ?? ""].some((text) => text.toLowerCase().includes(search)),
  );
  const page = useListPage(
    { page: view.members_page, after: view.members_place },
    (to) => change({ members: view.members, members_page: to.page, members_place: to.after }),
    `${id} ${search}`,
  );
  const rows = found.map((member) => ({ id: member.user_id, member }));
  return {
    page,
    search: view.members,
    setSearch: (text: string) => change({ ...FIRST_MEMBERS, members: text }, "typed"),
    clear: () => change(FIRST_MEMBERS),
    shown: pageOfRows(rows, page.asked, MEMBERS_SHOWN),
  };
}
