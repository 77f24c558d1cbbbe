import { SelectField } from "@/components/shared/forms/select-field";
import { TextField } from "@/components/shared/forms/text-field";
import { typedFault, type thresholdsOf } from "./rule-draft";

type Threshold = ReturnType<typeof thresholdsOf>[number];

/** The label and the hint of a threshold's field, by its name. */
const THRESHOLD_WORDS: Readonly<Record<Threshold["name"], { readonly label: string; readonly hint: string }>> = {
  percent: { label: "From this part of the budget", hint: "Higher parts are told too." },
  failures: { label: "Failed attempts", hint: "At least, over all nodes." },
  seconds: { label: "Seconds without success", hint: "From the first failure on." },
  requests: { label: "Refused requests", hint: "At least, in an hour." },
  times: { label: "Times as many", hint: "As in the hour before." },
};

/** The field of a threshold: a choice where there are few values, otherwise a number. */
export function ThresholdField({
  type,
  threshold: { name, choices, usual },
  text,
  onText,
}: {
  type: string;
  threshold: Threshold;
  text: string;
  onText: (text: string) => void;
}) {
  const { label, hint } = THRESHOLD_WORDS[name];
  if (choices)
    return (
      <SelectField
        label={label}
        hint={hint}
        options={choices.map((value) => ({ value: String(value), label: `${value}%` }))}
        value={text}
        onValue={onText}
      />
    );
  return (
    <TextField
      label={label}
      hint={`${hint} Usually ${usual}.`}
      error={typedFault(type, name, text)}
      inputMode="numeric"
      className="tabular-nums"
      value={text}
      onValue={onText}
    />
  );
}
