import { ESLint } from "eslint";
import ts from "typescript";
import tseslint from "typescript-eslint";
import { COMPILER_RULES } from "./compiler-rules.mjs";

// The types and the lint of the whole project, over one program: the rules that need types then find them checked, and
// the files are parsed once. Prints what is wrong; exits 1 if anything is.
const configPath = "tsconfig.json";
const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
const config = ts.getParsedCommandLineOfConfigFile(configPath, {}, host) ?? fail();

const builder = ts.createIncrementalProgram({
  rootNames: config.fileNames,
  options: config.options,
  projectReferences: config.projectReferences,
  configFileParsingDiagnostics: ts.getConfigFileParsingDiagnostics(config),
});
const diagnostics = [
  ...builder.getConfigFileParsingDiagnostics(),
  ...builder.getOptionsDiagnostics(),
  ...builder.getSyntacticDiagnostics(),
  ...builder.getGlobalDiagnostics(),
  ...builder.getSemanticDiagnostics(),
];
builder.emit(); // with noEmit: what the next run need not check again
report(diagnostics);

const program = builder.getProgram();
const parser = {
  meta: { name: "typescript-eslint/one-program", version: ts.version },
  parseForESLint: (code, options) =>
    tseslint.parser.parseForESLint(code, { ...options, projectService: false, programs: [program] }),
};
const eslint = new ESLint({
  overrideConfig: [
    { files: ["**/*.{ts,tsx}"], languageOptions: { parser } },
    // React's rules that run its compiler are a check of their own: react-rules.mjs.
    {
      files: ["app/**", "components/**"],
      rules: Object.fromEntries(Object.keys(COMPILER_RULES).map((rule) => [rule, "off"])),
    },
  ],
  cache: true,
  cacheLocation: "dist/.eslintcache",
});
const results = await eslint.lintFiles(["."]);
const formatter = await eslint.loadFormatter("stylish");
process.stdout.write(await formatter.format(results));

const isWrong = diagnostics.length > 0 || results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0);
process.exitCode = isWrong ? 1 : 0;

function report(found) {
  if (found.length === 0) return;
  const formatHost = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => ts.sys.newLine,
  };
  process.stdout.write(ts.formatDiagnostics(found, formatHost));
}

function fail(diagnostic) {
  if (diagnostic) report([diagnostic]);
  process.exit(1);
}
