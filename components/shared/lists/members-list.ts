/** The members of a team that are shown, as an address says it: what is searched for, and the page. */
export interface MembersView {
  readonly members: string;
  readonly members_page: string;
  /** The place behind which the page begins. */
  readonly members_place: string;
}

export const FIRST_MEMBERS: MembersView = { members: "", members_page: "", members_place: "" };

/** What an address says about the members of a team, and how to change it. */
export interface MembersList {
  readonly view: MembersView;
  /** `typed`: the change is one of many while somebody types. */
  readonly change: (to: MembersView, how?: "typed") => void;
}
