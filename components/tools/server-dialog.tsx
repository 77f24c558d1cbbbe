"use client";
import { toast } from "@/components/ui/lazy/toast";
import type { OutputOf, Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { SettingsFields } from "@/components/provider-settings/settings-fields";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { Checkbox } from "@/components/shared/forms/form";
import { RowForm } from "@/components/shared/forms/row-form";
import { SelectField } from "@/components/shared/forms/select-field";
import { TextField } from "@/components/shared/forms/text-field";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { AUTH_KINDS, fieldsOfAuth, moreOfAuth } from "./server-auth";
import {
  APPROVALS,
  changedServer,
  keptServer,
  newServer,
  type ServerDraft,
  serverDraftOf,
  storedServer,
} from "./server-draft";
import { More, MoreRuleFields } from "./server-more";
import { ServerTrial } from "./server-trial";

/** Adds a tool server to the database, or changes one. */
export function ServerDialog({ id, open, onClose }: { id?: string | undefined; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={id === undefined ? "New server" : `Edit ${id}`}
      description="In force on every node at once. Secrets are encrypted and never shown again."
    >
      {id === undefined ? (
        <ServerForm opened={undefined} onClose={onClose} />
      ) : (
        <EditedRow contract={toolServerContracts.get} input={{ server_id: id }}>
          {(opened) => <ServerForm opened={opened} onClose={onClose} />}
        </EditedRow>
      )}
    </Dialog>
  );
}

function ServerForm({ opened, onClose }: { opened: Versioned<ToolServerView> | undefined; onClose: () => void }) {
  const edit = useRowEdit({
    name: `mcp_server:${opened?.body.server_id ?? "new"}`,
    opened,
    draftOf: serverDraftOf,
    keptOf: keptServer,
  });
  const { draft, row, change } = edit;
  const saved = ({ server_id: id, nodes }: OutputOf<typeof toolServerContracts.create>) => {
    toast.success(`${id} is ${row ? "changed" : "added"}`, { description: describeReceipts(nodes, "In force") });
    edit.forget();
    onClose();
  };
  const add = useOperation(toolServerContracts.create, { onSuccess: saved, keepsSecret: true });
  const update = useOperation(toolServerContracts.update, {
    onSuccess: saved,
    keepsSecret: true,
    ifMatch: edit.version.ifMatch,
  });
  const isComplete = draft.name.trim() !== "" && (draft.settings["url"] ?? "").trim() !== "";
  return (
    <RowForm
      edit={edit}
      save={row ? update : add}
      submit={row ? "Save changes" : "Add server"}
      isComplete={isComplete}
      comparedOf={storedServer}
      onSubmit={() => (row ? update.mutate(changedServer(row, draft)) : add.mutate(newServer(draft)))}
      onClose={onClose}
    >
      <ServerFields draft={draft} row={row} onChange={change} />
      <RuleFields draft={draft} onChange={change} />
      <MoreRuleFields draft={draft} row={row} onChange={change} />
      <ServerTrial
        tested={row ? changedServer(row, draft) : newServer({ ...draft, name: "" })}
        disabled={!isComplete}
      />
    </RowForm>
  );
}

interface Edited {
  draft: ServerDraft;
  onChange: (to: Partial<ServerDraft>) => void;
}

/** The value of a setting that is typed as one line. */
function textOf({ draft: { settings }, onChange }: Edited, name: string) {
  return {
    value: settings[name] ?? "",
    onValue: (value: string) => onChange({ settings: { ...settings, [name]: value } }),
  };
}

/** Where the server is, and how the gateway proves itself to it. */
function ServerFields({ row, ...edited }: Edited & { row: ToolServerView | null }) {
  const { draft, onChange } = edited;
  const stored: Readonly<Record<string, unknown>> = { ...row };
  const more = moreOfAuth(draft.authType);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          hint={row ? "A name cannot be changed." : "Its tools are named name-tool. The name has no hyphen."}
          className="font-mono"
          placeholder="tickets"
          required
          disabled={row !== null}
          value={draft.name}
          onValue={(name) => onChange({ name })}
        />
        <TextField
          label="Groups"
          hint="Separated by commas. Permissions and paths can name a group instead of servers."
          placeholder="support"
          {...textOf(edited, "access_groups")}
        />
        <div className="sm:col-span-2">
          <TextField
            label="Address"
            hint="Where it speaks MCP over HTTP."
            className="font-mono"
            type="url"
            placeholder="https://tickets.example.com/mcp"
            required
            {...textOf(edited, "url")}
          />
        </div>
      </div>
      <SelectField
        label="The gateway authenticates by"
        hint="The caller's own token never goes to a server."
        options={AUTH_KINDS}
        value={draft.authType}
        onValue={(authType) => onChange({ authType })}
      />
      <SettingsFields fields={fieldsOfAuth(draft.authType)} stored={stored} draft={draft} onChange={onChange} />
      {more.length > 0 && (
        <More title="More about signing in" isOpen={more.some(({ name }) => (draft.settings[name] ?? "") !== "")}>
          <SettingsFields fields={more} stored={stored} draft={draft} onChange={onChange} />
        </More>
      )}
    </>
  );
}

/** What is served of it, to whom, and what that costs. */
function RuleFields(edited: Edited) {
  const { draft, onChange } = edited;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="New and changed tools"
          hint="Models read what a server says about its tools."
          options={APPROVALS}
          value={draft.approval}
          onValue={(approval) => onChange({ approval })}
        />
        <TextField
          label="Cost of a call, in dollars"
          hint="Booked in every budget. Empty: free."
          inputMode="decimal"
          placeholder="0"
          value={draft.cost}
          onValue={(cost) => onChange({ cost })}
        />
        <TextField
          label="Only these tools"
          hint="Names or * patterns. Empty: all."
          {...textOf(edited, "allowed_tools")}
        />
        <TextField label="Except these tools" hint="Names or * patterns." {...textOf(edited, "disallowed_tools")} />
        <TextField
          label="Seconds to wait"
          hint="How long the server may stay silent. Empty: 60."
          inputMode="numeric"
          {...textOf(edited, "timeout")}
        />
        <TextField label="Description" hint="Shown to administrators." {...textOf(edited, "description")} />
      </div>
      <Checkbox
        label="Open to every key and token"
        hint="Otherwise it is open to those whose permissions name it or one of its groups."
        checked={draft.isOpenToAll}
        onChange={(isOpenToAll) => onChange({ isOpenToAll })}
      />
    </>
  );
}
