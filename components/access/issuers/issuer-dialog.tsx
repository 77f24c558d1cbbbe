"use client";
import { useState } from "react";
import { Form } from "@/components/shared/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { FormOrJson } from "../form-or-json";
import type { IssuerDraft } from "./issuer-draft";
import { readIssuer, readIssuerText } from "./read-issuer";
import { IssuerForm } from "./issuer-form";

/** The editor of one issuer. `initial`: the entry that is open; undefined while the dialog is closed. */
export function IssuerDialog({
  initial,
  isNew,
  models,
  onSubmit,
  onClose,
}: {
  initial: IssuerDraft | undefined;
  isNew: boolean;
  models: readonly string[];
  onSubmit: (entry: IssuerDraft) => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={initial !== undefined}
      onOpenChange={(open) => !open && onClose()}
      place="right"
      title={isNew ? "Add an issuer" : "Edit issuer"}
      description="Whose tokens are accepted, and how they are read. Empty fields use the common settings."
    >
      {initial !== undefined && <Editor {...{ initial, models, onSubmit, onClose }} key={JSON.stringify(initial)} />}
    </Dialog>
  );
}

function Editor({
  initial,
  models,
  onSubmit,
  onClose,
}: {
  initial: IssuerDraft;
  models: readonly string[];
  onSubmit: (entry: IssuerDraft) => void;
  onClose: () => void;
}) {
  const [entry, setEntry] = useState(initial);
  /** The JSON while it is shown; undefined: the form is. */
  const [text, setText] = useState<string>();
  const [fault, setFault] = useState<string>();
  const read = () => (text === undefined ? readIssuer(entry) : readIssuerText(text));
  const show = (view: "form" | "json") => {
    if (view === "json") {
      setFault(undefined);
      setText(JSON.stringify(entry, null, 2));
      return;
    }
    // Only a valid entry has a form, so that nothing that was typed gets lost.
    const found = read();
    if ("fault" in found) return setFault(found.fault);
    setFault(undefined);
    setEntry(found.entry);
    setText(undefined);
  };
  const send = () => {
    const found = read();
    if ("fault" in found) setFault(found.fault);
    else onSubmit(found.entry);
  };
  return (
    <Form
      submit="Keep in the draft"
      changes={false}
      busy={false}
      error={text === undefined && fault !== undefined ? new Error(fault) : undefined}
      onSubmit={send}
      onCancel={onClose}
    >
      <FormOrJson
        form={
          <IssuerForm
            entry={entry}
            models={models}
            onChange={(changed) => {
              setEntry(changed);
              setFault(undefined);
            }}
          />
        }
        text={text}
        label="Issuer"
        hint="JSON with the fields of gateway_jwtauth.issuers, as docs/reference/configuration.md lists them. [secret] stands for a secret that is set."
        fault={fault}
        onView={show}
        onText={(typed) => {
          setText(typed);
          setFault(undefined);
        }}
      />
    </Form>
  );
}
