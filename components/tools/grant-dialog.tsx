"use client";
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRead } from "@/components/api/use-read";
import { invalidate } from "@/components/api/use-operation";
import { rowSource } from "@/components/repairs/row-source";
import { TargetField } from "@/components/shared/chosen/target-field";
import { Form } from "@/components/shared/forms/form";
import { NamesField } from "@/components/shared/forms/names-field";
import { SegmentedField } from "@/components/shared/forms/segmented-field";
import { SelectField } from "@/components/shared/forms/select-field";
import { describeReceipts } from "@/components/shared/receipts";
import { capitalised } from "@/components/shared/wording";
import { RowDialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import { Note } from "@/components/ui/text";
import type { FoundEntity } from "@/lib/wire/contracts/search";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ServerGrant } from "@/lib/wire/tools/server-state";
import { type Extent, permissionWith } from "./grant";
import { GRANT_KINDS } from "./grant-words";

type Holder = FoundEntity["type"];

/** Whom a server is granted: somebody new, or somebody whose grant is changed. */
export interface GrantTarget {
  readonly server: string;
  /** Absent: it is chosen in the dialog. */
  readonly grant?: ServerGrant & { readonly type: Holder };
}

const EXTENTS: readonly { value: Extent; label: string }[] = [
  { value: "all", label: "Every tool" },
  { value: "some", label: "Some tools" },
];
const NOTHING = { value: "none", label: "Nothing" } as const;

const HOLDERS: readonly Holder[] = ["team", "user", "key", "organization", "end_user"];

/** Grants a server to a team, user, key, organisation or end user, and changes or takes back such a grant. */
export function GrantDialog({ row, onClose }: { row: GrantTarget | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ server, grant }) =>
        grant ? `What ${grant.name ?? grant.id} may use of ${server}` : `Let somebody use ${server}`
      }
      description={() => "In force on every node with the next call."}
    >
      {(target) => <GrantForm target={target} onClose={onClose} />}
    </RowDialog>
  );
}

function GrantForm({ target: { server, grant }, onClose }: { target: GrantTarget; onClose: () => void }) {
  const [kind, setKind] = useState<Holder>(grant?.type ?? "team");
  const [typed, setTyped] = useState("");
  const [extent, setExtent] = useState<Extent>(grant?.tools ? "some" : "all");
  const [tools, setTools] = useState<readonly string[]>(grant?.tools ?? []);
  const shown = useRead(toolServerContracts.health, { names: "true" });
  const names = shown.data?.data.find(({ server_id: id }) => id === server)?.names ?? [];
  const id = grant?.id ?? typed.trim();
  const save = useGrant(onClose);
  return (
    <Form
      submit={grant ? "Save" : "Grant"}
      tone={extent === "none" ? "danger" : "primary"}
      busy={save.isPending}
      disabled={id === "" || (extent === "some" && tools.length === 0)}
      error={save.error}
      onSubmit={() => save.mutate({ kind, id, name: grant?.name ?? id, wanted: { server, extent, tools } })}
      onCancel={onClose}
    >
      {grant === undefined && (
        <div className="grid gap-3 sm:grid-cols-[auto_minmax(0,1fr)]">
          <SelectField
            label="Kind"
            value={kind}
            options={HOLDERS.map((value) => ({ value, label: capitalised(GRANT_KINDS[value].one) }))}
            onValue={(value) => setKind(HOLDERS.find((one) => one === value) ?? "team")}
          />
          <TargetField of={`${kind}_id`} label="Who" value={typed} onChange={setTyped} />
        </div>
      )}
      <SegmentedField
        label="What it opens"
        options={grant ? [...EXTENTS, NOTHING] : EXTENTS}
        value={extent}
        onChange={setExtent}
      />
      {extent === "some" && (
        <NamesField
          label="Tools"
          hint="By name, or by a pattern with *."
          values={tools}
          known={names}
          placeholder="Name of a tool"
          onChange={setTools}
        />
      )}
      <Note>
        {extent === "none"
          ? "The grant is removed. Running calls finish, and other grants stay."
          : "A caller with a grant may use only the servers that are granted to them, here or elsewhere."}
      </Note>
    </Form>
  );
}

interface Granting {
  readonly kind: Holder;
  readonly id: string;
  readonly name: string;
  readonly wanted: Parameters<typeof permissionWith>[1];
}

/** Changes the permission as it is when the form is sent. */
function useGrant(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ kind, id, wanted }: Granting) {
      const source = rowSource(kind, id);
      const opened = await source.read();
      if (!opened) throw new Error(`There is no ${GRANT_KINDS[kind].one} with this id.`);
      const object_permission = permissionWith(opened.body.object_permission ?? {}, wanted);
      return source.write({ object_permission }, opened.etag);
    },
    async onSuccess({ body: { nodes } }, { name, wanted: { server, extent } }) {
      toast.success(extent === "none" ? `${name} may no longer use ${server}` : `${name} may use ${server}`, {
        description: describeReceipts(nodes, "In force"),
      });
      onDone();
      await invalidate(queries);
    },
  });
}
