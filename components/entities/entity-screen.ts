import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { WithBudget } from "@/components/limits/budget-state";
import type { MembersList } from "@/components/shared/lists/members-list";
import type { Column } from "@/components/ui/data-table";
import type { EntityFieldName } from "./entity-draft";
import type { EntityKind, EntityRow } from "./kinds";

/** A column between the status and the spend, which every table has. */
export type EntityColumn<Row> = Column<Row> & { readonly from: "md" | "lg" };

/** A section of an entity, and the tab that it has on the entity's page. */
export interface EntitySection<Row> {
  /** The tab's name in the address. */
  readonly name: string;
  readonly label: string;
  /** `members`: the view of the members in the address. */
  readonly show: (row: WithBudget<Row>, members: MembersList) => ReactNode;
}

/** How the entities of one kind are shown and edited: only what differs between the screens. */
export interface EntityScreen<Row extends EntityRow> {
  readonly kind: EntityKind<Row>;
  readonly icon: LucideIcon;
  readonly description: string;
  /** The text of the list while there is no entity. */
  readonly whenNone: ReactNode;
  /** The text that the list adds when no entity fits the search. */
  readonly whenNoneFits?: ReactNode;
  readonly columns: readonly EntityColumn<Row>[];
  readonly form: {
    /** The fields below the id, line by line. */
    readonly fields: readonly (readonly EntityFieldName[])[];
    /** The hint that says what the id must be equal to. */
    readonly idHint: string;
    readonly whenCreating: string;
    readonly whenChanging: string;
  };
  readonly drawer: {
    /** Facts between the status and the time of creation. */
    readonly facts: (row: Row) => readonly (readonly [name: string, value: ReactNode])[];
    /** Sections between the limits and the latest calls. On the page, each has a tab. */
    readonly sections?: readonly EntitySection<Row>[];
    readonly noCalls: string;
    /** Whether the latest calls link to all of them. */
    readonly linksCalls?: boolean;
  };
}
