"use client";
import { useState } from "react";
import { Form } from "@/components/shared/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field, Textarea } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { type IssuerDraft, readIssuer, readIssuerText } from "./issuer-draft";
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
      description="Whose tokens are accepted, and how they are read. What an issuer leaves open is as for all issuers."
    >
      {initial !== undefined && <Editor {...{ initial, models, onSubmit, onClose }} key={JSON.stringify(initial)} />}
    </Dialog>
  );
}

const VIEWS = [
  { value: "form", label: "Form" },
  { value: "json", label: "JSON" },
] as const;

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
  /** The JSON while that is shown. */
  const [text, setText] = useState<string>();
  const [fault, setFault] = useState<string>();
  const read = () => (text === undefined ? readIssuer(entry) : readIssuerText(text));
  const show = (view: "form" | "json") => {
    if (view === "json") {
      setFault(undefined);
      setText(JSON.stringify(entry, null, 2));
      return;
    }
    // Only an entry that is valid has a form: nothing that was typed may get lost.
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
    <Form submit="Keep in the draft" busy={false} error={undefined} onSubmit={send} onCancel={onClose}>
      <Segmented label="Editor" options={VIEWS} value={text === undefined ? "form" : "json"} onChange={show} />
      {text === undefined ? (
        <>
          <IssuerForm
            entry={entry}
            models={models}
            onChange={(changed) => {
              setEntry(changed);
              setFault(undefined);
            }}
          />
          {fault !== undefined && (
            <p role="alert" className="wrap-anywhere text-bad">
              {fault}
            </p>
          )}
        </>
      ) : (
        <Field
          label="Issuer"
          hint="JSON with the fields of gateway_jwtauth.issuers, as docs/configuration.md lists them. [secret] stands for a secret that is set."
          error={fault}
        >
          {(control) => (
            <Textarea
              {...control}
              className="min-h-96 font-mono text-[12.5px]"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
      )}
    </Form>
  );
}
