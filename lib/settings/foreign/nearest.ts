import { distance } from "fastest-levenshtein";

/** The choice that a word was probably meant to be, if one is near enough. */
export function nearest(name: string, choices: readonly string[]): string | undefined {
  // Other gateways put their own name before `_params` and `_jwtauth`.
  const ending = /_(params|jwtauth)$/.exec(normalize(name))?.[0];
  return choices.find((choice) => choice === `gateway${ending}`) ?? nearestSpelling(name, choices);
}

/** `nearest` by the spelling alone. */
export function nearestSpelling(word: string, choices: readonly string[]): string | undefined {
  const plain = normalize(word);
  // The names of two prices differ by a letter or a word, so one is never taken for another.
  if (/cost/.test(plain)) return choices.find((choice) => normalize(choice) === plain);
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(plain.length / 4)) + 1;
  for (const choice of choices) {
    const candidate = normalize(choice);
    const steps = distance(plain, candidate);
    if (steps < bestDistance && steps < candidate.length) [best, bestDistance] = [choice, steps];
  }
  return best;
}

/** Reads `enableJwtAuth` and `enable-jwt-auth` as `enable_jwt_auth`. */
function normalize(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/-/g, "_")
    .toLowerCase();
}
