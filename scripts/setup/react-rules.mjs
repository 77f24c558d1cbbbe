import { ESLint } from "eslint";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { COMPILER_RULES } from "./compiler-rules.mjs";

// The rules that run React's compiler over each component. They take longer than all others together and need no types,
// so `npm run check` runs them beside the rest. Prints what is wrong; exits 1 if anything is.
const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: {
    files: ["**/*.{ts,tsx}"],
    ignores: ["**/*.test.*"],
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: "off" },
    plugins: { "react-hooks": reactHooks },
    rules: COMPILER_RULES,
  },
  cache: true,
  cacheLocation: "dist/.reactrulescache",
});
const results = await eslint.lintFiles(["app", "components"]);
const formatter = await eslint.loadFormatter("stylish");
process.stdout.write(await formatter.format(results));
process.exitCode = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0) ? 1 : 0;
