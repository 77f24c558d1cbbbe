import { ifMatchOf } from "@/lib/api/if-match";
import type { CallerContext } from "@/lib/api/operation";
import type { ManagedKind } from "@/lib/entity-type";
import { GatewayError } from "@/lib/errors";
import type { EntityChange, entityRows } from "@/lib/store/entities/entity-rows";
import type { LimitColumns } from "@/lib/store/entities/limit-columns";
import type { Writer } from "@/lib/store/write";
import type { Budgeted } from "./entity-budget";
import type { entityReplies } from "./entity-replies";

interface Parts<Row extends LimitColumns & { readonly id: string }, Columns, Wire extends Budgeted> {
  readonly rows: Pick<ReturnType<typeof entityRows<Row, Columns>>, "change" | "remove">;
  readonly replies: ReturnType<typeof entityReplies<Row, Wire>>;
}

/** What the operations on every kind of entity do. */
export function entityOperations<Row extends LimitColumns & { readonly id: string }, Columns, Wire extends Budgeted>(
  { one, idField }: ManagedKind,
  { rows, replies }: Parts<Row, Columns, Wire>,
) {
  return {
    /** The id that a request names, or else the caller's own. @throws GatewayError invalid_request */
    named(id: string | undefined): string {
      if (id !== undefined) return id;
      throw new GatewayError("invalid_request", `Name the ${one} with ?${idField}=.`, { param: idField });
    },

    /** A row that was found. @throws GatewayError not_found */
    found<Found>(row: Found | undefined): Found {
      if (row !== undefined) return row;
      throw new GatewayError("not_found", `There is no ${one} with this ${idField}.`, { param: idField });
    },

    /** Changes a row. An update is bound to the version that `If-Match` names. */
    async change(
      { services, caller, request }: CallerContext,
      change: Omit<EntityChange<Row, Columns>, "actor" | "ifMatch">,
      writer: Writer = services,
    ) {
      const ifMatch = change.verb === "update" ? ifMatchOf(request) : undefined;
      return replies.changed(services, await rows.change(writer, { ...change, actor: caller.actor, ifMatch }));
    },

    /** Deletes rows, bound to the versions that `If-Match` names; with `cascade` their keys too. */
    async remove({ services, caller, request }: CallerContext, named: readonly string[], cascade = false) {
      const ids = [...new Set(named)];
      const { keys, nodes } = await rows.remove(services, caller.actor, { ids, cascade, ifMatch: ifMatchOf(request) });
      return { ids, keyIds: keys.map(({ id }) => id), nodes };
    },
  };
}
