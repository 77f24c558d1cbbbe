"use client";
import { useState } from "react";
import { ClaimAdder } from "@/components/claims/claim-adder";
import { type KnownClaim, withClaim } from "@/components/claims/known-claims";
import { withJsonMember } from "@/components/claims/with-json-member";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { Form } from "@/components/shared/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { isObject } from "@/lib/is-object";
import type { PolicyTest } from "@/lib/config/policy-test-schema";
import { claimFields, claimsOf, fieldsOf, type PolicyTestFields, testOf } from "./policy-test-fields";
import { FormOrJson } from "../form-or-json";
import { PolicyTestForm } from "./policy-test-form";
import { readPolicyTest, writePolicyTest } from "./read-policy-test";

/** The editor of one policy test. `initial`: the test that is open; undefined while the dialog is closed. */
export function PolicyTestDialog({
  initial,
  title,
  submit,
  busy = false,
  error,
  onSubmit,
  onClose,
}: {
  initial: unknown;
  title: string;
  submit: string;
  busy?: boolean;
  error?: Error | null;
  onSubmit: (test: PolicyTest) => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={initial !== undefined}
      onOpenChange={(open) => !open && onClose()}
      place="right"
      title={title}
      description="Who calls, what is asked, which teams and users are assumed, and what the gateway must decide."
    >
      {initial !== undefined && (
        <Editor {...{ initial, submit, busy, error, onSubmit, onClose }} key={JSON.stringify(initial)} />
      )}
    </Dialog>
  );
}

function Editor({
  initial,
  submit,
  busy,
  error,
  onSubmit,
  onClose,
}: {
  initial: unknown;
  submit: string;
  busy: boolean;
  error: Error | null | undefined;
  onSubmit: (test: PolicyTest) => void;
  onClose: () => void;
}) {
  const edit = usePolicyTestEdit(initial);
  const { fields, text, fault } = edit;
  const send = () => {
    const test = edit.read();
    if (!test) return;
    edit.forget();
    onSubmit(test);
  };
  const adder = <ClaimAdder label="Claim of the token" onAdd={edit.addClaim} />;
  return (
    <Form
      submit={submit}
      changes={false}
      busy={busy}
      error={fields && fault !== undefined ? new Error(fault) : error}
      onSubmit={send}
      onCancel={() => {
        edit.forget();
        onClose();
      }}
    >
      {edit.isRestored && <RestoredNotice onStartOver={() => edit.startOver()} />}
      <FormOrJson
        form={
          fields && (
            <PolicyTestForm fields={fields} adder={adder} onChange={(to) => edit.change({ ...fields, ...to })} />
          )
        }
        text={fields ? undefined : text}
        label="Policy test"
        hint="JSON with the fields of policy_tests, as docs/guides/policy-tests.md describes them. What the test does not assume comes from the database."
        fault={fault}
        onView={edit.show}
        onText={edit.type}
      />
      {!fields && adder}
    </Form>
  );
}

/** A test as it is edited, in its form or as JSON, and what is wrong with it. It outlives the page. */
function usePolicyTestEdit(initial: unknown) {
  const kept = useKeptState(`policy-test:${JSON.stringify(initial)}`, () => editOf(writePolicyTest(initial)));
  const { text } = kept.state;
  const [fields] = kept.state.fields;
  const [fault, setFault] = useState<string>();
  const type = (typed: string) => {
    kept.change({ text: typed });
    setFault(undefined);
  };
  const change = (to: PolicyTestFields) => {
    kept.change({ fields: [to] });
    setFault(undefined);
  };
  const written = () => (fields ? writePolicyTest(testOf(fields)) : text);
  return {
    text,
    /** The fields of the form; undefined while the test is edited as JSON. */
    fields,
    fault,
    type,
    change,
    isRestored: kept.isRestored,
    startOver: kept.startOver,
    forget: kept.forget,
    show(view: "form" | "json") {
      const now = written();
      const read = readPolicyTest(now);
      // Only a valid test has a form, so that nothing that was typed gets lost.
      setFault(view === "form" && "fault" in read ? read.fault : undefined);
      kept.change({ text: now });
      if (view === "json") kept.change({ fields: [] });
      else if ("test" in read) kept.change({ fields: [fieldsOf(read.test)] });
    },
    /** The test; undefined if it is not valid, which the form then says. */
    read(): PolicyTest | undefined {
      const read = readPolicyTest(written());
      setFault("fault" in read ? read.fault : undefined);
      return "test" in read ? read.test : undefined;
    },
    addClaim(claim: KnownClaim, all: readonly KnownClaim[]) {
      if (fields) {
        const claims = withClaim(claimsOf(fields.claims), claim, all);
        change(claims ? { ...fields, claims: claimFields(claims) } : fields);
      } else
        type(
          withJsonMember(text, (test) => {
            const claims = withClaim(isObject(test.claims) ? test.claims : {}, claim, all);
            return claims && { ...test, claims };
          }),
        );
    },
  };
}

/** A test as it is edited: in its form, or as a string of JSON where there are no fields. */
interface Edit {
  readonly text: string;
  /** The fields of the form, or an empty list for the text. */
  readonly fields: readonly PolicyTestFields[];
}

function editOf(text: string): Edit {
  const fields = fieldsIn(text);
  return { text, fields: fields ? [fields] : [] };
}

/** The fields of a written test; undefined if it is not valid. */
function fieldsIn(text: string): PolicyTestFields | undefined {
  const read = readPolicyTest(text);
  return "test" in read ? fieldsOf(read.test) : undefined;
}
