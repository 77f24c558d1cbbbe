import type { InputOf } from "@/components/api/client";
import { fieldsOfKind, kindOf } from "@/components/provider-settings/setting-fields";
import {
  changedSettings,
  givenSettings,
  keptSettings,
  type SettingsDraft,
  settingsDraftOf,
} from "@/components/provider-settings/settings-draft";
import type { CredentialView } from "@/lib/wire/credential";
import type { credentialContracts } from "@/lib/wire/contracts/credentials";

/** A credential as typed. */
export interface CredentialDraft extends SettingsDraft {
  readonly name: string;
  readonly kind: string;
  readonly note: string;
}

type Stored = Pick<CredentialView, "credential_name" | "credential_values" | "credential_info">;

/** A credential as text for the fields, without its secrets. */
export function credentialDraftOf(row?: Stored): CredentialDraft {
  const values = row?.credential_values ?? {};
  const kind = kindOf(values).value;
  return {
    name: row?.credential_name ?? "",
    kind,
    note: noteOf(row),
    ...settingsDraftOf(fieldsOfKind(kind), values),
  };
}

/** What a credential says about itself; empty: nothing. */
export function noteOf(row: Pick<Stored, "credential_info"> | undefined): string {
  const note = row?.credential_info["description"];
  return typeof note === "string" ? note : "";
}

/** The draft as the browser may keep it. */
export function keptCredential(draft: CredentialDraft): CredentialDraft {
  return { ...draft, ...keptSettings(fieldsOfKind(draft.kind), draft) };
}

/** Fields → the body of `POST /credentials`. */
export function newCredential(draft: CredentialDraft): InputOf<typeof credentialContracts.create> {
  const note = draft.note.trim();
  return {
    credential_name: draft.name.trim(),
    credential_values: givenSettings(fieldsOfKind(draft.kind), draft),
    ...(note !== "" && { credential_info: { description: note } }),
  };
}

/** Fields → the input of `PATCH /credentials/{credential_name}`: what has changed, and null for what goes. */
export function changedCredential(row: Stored, draft: CredentialDraft): InputOf<typeof credentialContracts.update> {
  const values = changedSettings(fieldsOfKind(draft.kind), row.credential_values, draft);
  const note = draft.note.trim();
  const { description: _old, ...info } = row.credential_info;
  return {
    credential_name: row.credential_name,
    ...(Object.keys(values).length > 0 && { credential_values: values }),
    ...(note !== noteOf(row) && { credential_info: note === "" ? info : { ...info, description: note } }),
  };
}

/** What of a credential a change may write. */
export function storedCredential({ credential_values, credential_info }: Stored): object {
  return { credential_values, credential_info };
}
