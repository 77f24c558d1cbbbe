import { EntityLink } from "@/components/shared/entity-link";
import type { MatrixRow } from "@/lib/wire/matrix";
import { rowTitle } from "./cell-words";

const KINDS = { role: "Role", scope: "Scope", team: "Team", user: "User", key: "Key" } as const;

/** Who a row of the matrix is about: `Team Search`, with a link to the page of a team, user or key. */
export function RowName({ row }: { row: Pick<MatrixRow, "kind" | "name" | "id"> }) {
  const { kind, name, id } = row;
  return (
    <span className="min-w-0 truncate">
      <span className="text-ink-faint">{KINDS[kind]}</span>{" "}
      {id !== null && (kind === "team" || kind === "user" || kind === "key") ? (
        <EntityLink kind={kind} id={id} title={rowTitle(row)}>
          {name}
        </EntityLink>
      ) : (
        name
      )}
    </span>
  );
}
