import { EntityLink } from "@/components/shared/entity-link";
import type { MatrixRow } from "@/lib/wire/matrix";
import { rowTitle } from "./cell-text";

const KINDS = { role: "Role", scope: "Scope", team: "Team", user: "User", key: "Key" } as const;

/** The kind and name of a row of the matrix, such as `Team Search`. A team, user or key links to its page. */
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
