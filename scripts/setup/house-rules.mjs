import { whyNotLinear } from "./regex/is-linear.mjs";

const environmentOnly =
  "Read the environment in lib/config/io/environment.ts, which checks it once at the start, and take what you need as an argument.";
const withBasePath =
  "The console may be served under a path: take `Link` from components/ui, and put a path through addressOf().";
const namedExports =
  "Export by name, so that the thing has one name everywhere. Default exports are for what Next.js demands, and configuration files.";

const namedSizes =
  "Take a size of the type scale in app/globals.css, such as `text-note`, or a step of Tailwind's scale: no size in pixels of its own.";
const SIZE_IN_PIXELS = /-\[-?[\d.]+px\]/;
const noSpreadLiteral =
  "Write these members where they belong: spreading a literal copies it, and hides duplicate keys from the compiler.";
const linearRegex = (why) =>
  `This may take minutes on a text that somebody wrote for it: ${why}. Search with indexOf, take withoutTrailing(), or let no two repetitions read the same text.`;
const literalRegex = "Write the expression as a literal, so that its time is checked (house/linear-regex).";

const MOST_COLUMNS = 120;
const commentWidth = `The formatter does not break comments: end this line by column ${MOST_COLUMNS}.`;

const isNamed = (node, ...names) => node.type === "Identifier" && names.includes(node.name);

/** @param {object} node @returns {string | undefined} the text, or how it begins */
function beginningOf(node) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  return node.type === "TemplateLiteral" ? node.quasis[0].value.raw : undefined;
}

/** The rules that only this project has, for oxlint (.oxlintrc.json). */
export default {
  meta: { name: "house" },
  rules: {
    "environment-only": {
      create: (context) => ({
        MemberExpression(node) {
          if (isNamed(node.object, "process") && isNamed(node.property, "env"))
            context.report({ node, message: environmentOnly });
        },
      }),
    },
    "comment-width": {
      create: (context) => ({
        Program() {
          for (const { loc } of context.sourceCode.getAllComments())
            for (let line = loc.start.line; line <= loc.end.line; line++) {
              const text = context.sourceCode.lines[line - 1];
              const isBare = line > loc.start.line || text.slice(0, loc.start.column).trim() === "";
              if (isBare && text.length > MOST_COLUMNS)
                context.report({
                  loc: { start: { line, column: 0 }, end: { line, column: text.length } },
                  message: commentWidth,
                });
            }
        },
      }),
    },
    "named-sizes": {
      create: (context) => {
        const check = (node, text) => {
          if (SIZE_IN_PIXELS.test(text)) context.report({ node, message: namedSizes });
        };
        return {
          Literal: (node) => typeof node.value === "string" && check(node, node.value),
          TemplateElement: (node) => check(node, node.value.raw),
        };
      },
    },
    "no-spread-literal": {
      create: (context) => ({
        SpreadElement({ argument, parent }) {
          const isInArray = argument.type === "ArrayExpression" && parent.type !== "ObjectExpression";
          const isInObject = argument.type === "ObjectExpression" && parent.type === "ObjectExpression";
          if (isInArray || isInObject) context.report({ node: argument, message: noSpreadLiteral });
        },
      }),
    },
    "with-base-path": {
      create: (context) => ({
        CallExpression(node) {
          if (
            isNamed(node.callee, "fetch", "redirect") &&
            node.arguments.some((part) => beginningOf(part)?.startsWith("/"))
          )
            context.report({ node, message: withBasePath });
        },
      }),
    },
    "linear-regex": {
      create: (context) => ({
        Literal(node) {
          const why = node.regex && whyNotLinear(node.regex.pattern, node.regex.flags);
          if (why) context.report({ node, message: linearRegex(why) });
        },
        NewExpression(node) {
          if (isNamed(node.callee, "RegExp")) context.report({ node, message: literalRegex });
        },
      }),
    },
    "named-exports": {
      create: (context) => ({
        ExportDefaultDeclaration(node) {
          context.report({ node, message: namedExports });
        },
      }),
    },
  },
};
