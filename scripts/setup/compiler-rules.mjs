import reactHooks from "eslint-plugin-react-hooks";

const NEED_NO_COMPILER = new Set(["react-hooks/rules-of-hooks", "react-hooks/exhaustive-deps"]);

/** The rules of React's plugin that run its compiler, with their severities. */
export const COMPILER_RULES = Object.fromEntries(
  Object.entries(reactHooks.configs.recommended.rules).filter(([name]) => !NEED_NO_COMPILER.has(name)),
);
