import type { Claims } from "@/lib/auth/decision";
import type { LoginAdministrators } from "@/lib/config/login/login-settings";
import { isObject } from "@/lib/is-object";

/** A claim that may say who is an administrator, with the values that the tested account has. */
export interface ClaimChoice {
  readonly claim: string;
  readonly values: readonly string[];
}

/** Claims that say something about a token or its moment and nothing about a person's rights. */
const OF_THE_TOKEN = new Set(
  "iss aud exp iat nbf jti nonce at_hash c_hash s_hash auth_time azp sid amr acr session_state typ scope scp ver tid aio uti rh client_id cid".split(
    " ",
  ),
);
/** Names of claims that hold rights, the best first. */
const OF_RIGHTS = /(?:^|[./_:])(?:roles?|groups?|memberships?|entitlements|permissions)$/i;
const ADMINISTRATORS = /(?:^|[^a-z])(?:admins?|administrators?)(?:[^a-z]|$)/i;
/** Claims that name one person, the best first. */
const OF_THE_PERSON = ["email", "preferred_username", "upn", "sub"];
/** How deep claims are looked for, and how many values of one are shown. */
const DEPTH = 3;
const MOST_VALUES = 50;

/** The claims that may make an administrator, those of rights first, and then those that name the person. */
export function claimChoices(claims: Claims): readonly ClaimChoice[] {
  const found = choicesIn(claims, "", 1).filter(({ claim }) => !OF_THE_TOKEN.has(claim));
  const rank = ({ claim }: ClaimChoice): number => {
    const person = OF_THE_PERSON.indexOf(claim);
    return OF_RIGHTS.test(claim) ? 0 : person === -1 ? 2 : 1 + person / 10;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The mapping that is offered first: a right whose name says administrator, else the person alone. A right that says
 * nothing is never offered by itself, because a whole company may have it. Undefined: no claim fits.
 */
export function suggestAdministrators(choices: readonly ClaimChoice[]): LoginAdministrators | undefined {
  for (const { claim, values } of choices.filter((choice) => OF_RIGHTS.test(choice.claim))) {
    const value = values.find((one) => ADMINISTRATORS.test(one));
    if (value !== undefined) return { claim, values: [value] };
  }
  for (const name of OF_THE_PERSON) {
    const value = choices.find(({ claim }) => claim === name)?.values[0];
    if (value !== undefined) return { claim: name, values: [value] };
  }
  return undefined;
}

function choicesIn(value: Readonly<Record<string, unknown>>, before: string, depth: number): ClaimChoice[] {
  return Object.entries(value).flatMap(([name, inner]): ClaimChoice[] => {
    const claim = before + name.replaceAll(/[.[\]]/g, depth === 1 ? "$&" : String.raw`\$&`);
    const values = textsOf(inner);
    if (values.length > 0) return [{ claim, values: values.slice(0, MOST_VALUES) }];
    return isObject(inner) && depth < DEPTH ? choicesIn(inner, `${claim}.`, depth + 1) : [];
  });
}

function textsOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.every((one) => typeof one === "string" && one !== "" && one.length <= 500) ? list : [];
}
