import { hasPage } from "@/components/shared/entity-address";
import { EntityLink } from "@/components/shared/entity-link";
import { classNames } from "@/components/ui/class-names";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";

/** Kinds of callers in words. */
export const KINDS: Readonly<Record<RefusalsView["kind"], string>> = {
  key: "Key",
  team: "Team",
  user: "User",
  member: "Member",
  issuer: "Issuer",
  master_key: "Master key",
  unproven: "Unknown caller",
  others: "Others",
};

/**
 * The caller that a group is about, with its kind, and a link to its page. `whole`: a long name wraps and is never cut.
 */
export function Who({
  row: { kind, principal, name },
  whole = false,
}: {
  row: Pick<RefusalsView, "kind" | "principal" | "name">;
  whole?: boolean;
}) {
  if (principal === "") return <span className="text-ink-soft">{KINDS[kind]}</span>;
  return (
    <span className={classNames(whole ? "break-words" : "block max-w-22 truncate sm:max-w-56")} title={principal}>
      <span className="text-ink-faint">{KINDS[kind]}</span>{" "}
      {hasPage(kind) ? (
        <EntityLink kind={kind} id={principal}>
          {name ?? principal}
        </EntityLink>
      ) : (
        (name ?? principal)
      )}
    </span>
  );
}
