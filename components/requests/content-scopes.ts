import { type NamedPayer, payerName } from "@/components/shared/payer-name";

/** Of which calls prompts and answers are deleted together: the field that says so, and its id. */
interface ContentScope {
  readonly value: "call_id" | "key_id" | "team_id" | "user_id" | "end_user_id";
  readonly label: string;
  readonly id: string;
}

const PAYERS = [
  ["key_id", "key"],
  ["user_id", "user"],
  ["team_id", "team"],
  ["end_user_id", "end user"],
] as const;

/** What can be deleted from a call: its own content, or that of all calls of its key, user, team or end user. */
export function contentScopes(call: string, payer: NamedPayer): ContentScope[] {
  return [
    { value: "call_id", label: "This call", id: call },
    ...PAYERS.flatMap(([value, word]): ContentScope[] => {
      const id = payer[value];
      return id === null || id === undefined
        ? []
        : [{ value, label: `All calls of the ${word} ${payerName(payer, value) ?? id}`, id }];
    }),
  ];
}
