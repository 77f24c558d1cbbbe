import next from "@next/eslint-plugin-next";
import reactHooks from "eslint-plugin-react-hooks";
import { globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const tests = ["**/*.test.ts", "**/*.test.tsx", "e2e/**"];
const commands = ["scripts/**", "local/**", "testing/**", "bench/**", "e2e/**"];

const environmentOnly = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    "Read the environment in lib/config/io/environment.ts, which checks it once at the start, and take what you need as an argument.",
};
const databaseOnly = {
  patterns: [
    {
      regex: "^(pg|@prisma/.*)$|lib/store/generated",
      message:
        "Only lib/store and lib/database talk to PostgreSQL: add a function there that says what you want, and import that.",
    },
  ],
};
const basePathMessage =
  "The console may be served under a path: take `Link` from components/ui, and put a path through addressOf().";
const withBasePath = {
  selector:
    "CallExpression[callee.name=/^(fetch|redirect)$/] > :matches(Literal[value=/^\\u002F/], TemplateLiteral[quasis.0.value.raw=/^\\u002F/])",
  message: basePathMessage,
};
const testOnly = {
  paths: [
    {
      name: "vitest",
      importNames: ["it"],
      message:
        "Write `test`, with a title that is a full sentence, because a CI log shows it without its surroundings.",
    },
  ],
};

export default tseslint.config(
  globalIgnores([
    "dist/",
    ".next/",
    "node_modules/",
    "lib/store/generated/",
    "data/",
    "test-results/",
    "playwright-report/",
    "next-env.d.ts",
  ]),
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // The few rules that need types and have found real faults.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/only-throw-error": "error",

      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", caughtErrors: "none", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      // Fields declared by the constructor are the shortest way to say them.
      "@typescript-eslint/no-extraneous-class": "off",
      "no-restricted-syntax": [
        "error",
        environmentOnly,
        withBasePath,
        {
          selector: "ExportDefaultDeclaration",
          message:
            "Export by name, so that the thing has one name everywhere. Default exports are for what Next.js demands, and configuration files.",
        },
      ],
      "no-restricted-imports": ["error", databaseOnly],
      "no-console": ["error"],
      "max-lines": ["error", { max: 320 }],
      eqeqeq: ["error", "smart"],
    },
  },
  { files: ["lib/store/**", "lib/database/**"], rules: { "no-restricted-imports": "off" } },
  {
    files: ["lib/config/io/environment.ts", "server.ts", "command.ts", "instrumentation.ts"],
    rules: { "no-restricted-syntax": "off" },
  },
  { files: ["**/logger.ts", "**/log.ts", "server.ts"], rules: { "no-console": "off" } },
  {
    files: ["app/**", "*.config.ts", "*.config.mjs", "proxy.ts"],
    rules: { "no-restricted-syntax": ["error", environmentOnly, withBasePath] },
  },
  { files: ["*.config.ts"], rules: { "no-restricted-syntax": "off" } },
  { files: commands, rules: { "no-console": "off", "no-restricted-syntax": "off", "no-restricted-imports": "off" } },
  {
    files: tests,
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-explicit-any": "error",
      "no-restricted-syntax": "off",
      "no-restricted-imports": ["error", testOnly],
    },
  },
  {
    files: ["app/**", "components/**"],
    ignores: [...tests, "components/ui/link.tsx"],
    rules: {
      "no-restricted-imports": ["error", { ...databaseOnly, paths: [{ name: "next/link", message: basePathMessage }] }],
    },
  },
  {
    files: ["app/**", "components/**"],
    ignores: tests,
    plugins: { "@next/next": next, "react-hooks": reactHooks },
    rules: {
      ...next.configs.recommended.rules,
      ...next.configs["core-web-vitals"].rules,
      ...reactHooks.configs.recommended.rules,
    },
    settings: { next: { rootDir: import.meta.dirname } },
  },
  // React's rule takes Playwright's fixture function `use` for a hook; it is not applied there.
  { files: ["**/*.mjs"], rules: { "max-lines": ["error", { max: 320 }], "no-undef": "off" } },
);
