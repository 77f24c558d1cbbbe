import { expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { readModelBody } from "./model-body";

function refusalOf(members: string): [param: string | undefined, message: string] | undefined {
  try {
    readModelBody(Buffer.from(`{"model":"m",${members}}`));
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    expect(error.code).toBe("invalid_request");
    return [error.options.param, error.message];
  }
}

const refused: [members: string, param: string, meant: string][] = [
  ['"Model":"premium"', "Model", "model"],
  ['"MODEL":"premium"', "MODEL", "model"],
  ['"\\u004dodel":"premium"', "Model", "model"],
  ['"max_tokens":1,"MAX_TOKENS":1000000', "MAX_TOKENS", "max_tokens"],
  ['"max_to\\u212aens":1000000', "max_to\u212aens", "max_tokens"],
  ['"max_token\\u017f":1000000', "max_token\u017f", "max_tokens"],
  ['"\\uff4d\\uff4f\\uff44\\uff45\\uff4c":"premium"', "\uff4d\uff4f\uff44\uff45\uff4c", "model"],
  ['"th\\u0131nking":{"budget_tokens":1}', "th\u0131nking", "thinking"],
  ['"th\\u0130nking":{"budget_tokens":1}', "th\u0130nking", "thinking"],
  ['"N":128', "N", "n"],
  ['"Stream":true', "Stream", "stream"],
  ['"User":"victim"', "User", "user"],
  ['"thinking":{"budget_tokens":1,"Budget_Tokens":100}', "thinking.Budget_Tokens", "thinking.budget_tokens"],
  ['"reasoning":{"MAX_TOKENS":100}', "reasoning.MAX_TOKENS", "reasoning.max_tokens"],
  ['"stream_options":{"Include_Usage":false}', "stream_options.Include_Usage", "stream_options.include_usage"],
];
test.each(refused)("a body with %s is refused", (members, param, meant) => {
  expect(refusalOf(members)).toEqual([param, `"${param}" must be spelled "${meant}".`]);
});

test.each([
  ['"thinking":{"budget_tokens":1,"budget_tokens":100}', "thinking.budget_tokens"],
  ['"reasoning":{"max_tokens":100,"max\\u005ftokens":1}', "reasoning.max_tokens"],
])("a body with %s is refused, because parsers disagree about which one counts", (members, param) => {
  expect(refusalOf(members)).toEqual([param, `"${param}" occurs in the body more than once.`]);
});

test.each([
  '"max_tokens":1,"n":2,"stream":true,"stream_options":{"include_usage":true}',
  '"maxTokens":1,"X-Extra":1,"Größe":2,"TOP_K":5',
  '"metadata":{"User_ID":"u","Model":"any"},"reasoning":{"effort":"low","Summary":"auto"}',
  '"thinking":null,"reasoning":[1],"stream_options":"x"',
  '"messages":[{"role":"user","content":"{\\"Model\\":1}"}],"tools":[{"Model":1}]',
])("a body with %s is read", (members) => {
  expect(refusalOf(members)).toBeUndefined();
});
