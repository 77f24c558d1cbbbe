/** The shown members of a team in an address: the search, and the page. */
export interface MembersView {
  readonly members: string;
  readonly members_page: string;
  /** The place behind which the page begins. */
  readonly members_place: string;
}

export const FIRST_MEMBERS: MembersView = { members: "", members_page: "", members_place: "" };

/** The view of a team's members in the address, and a way to change it. */
export interface MembersList {
  readonly view: MembersView;
  /** Changes the view. `typed`: the change is one of many while somebody types. */
  readonly change: (to: MembersView, how?: "typed") => void;
}
