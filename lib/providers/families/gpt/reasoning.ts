/**
 * When a model of OpenAI's thinks, whoever serves it: always, only if an effort is asked for, or never. GPT-5.1 and
 * later begin with the effort `none` (platform.openai.com/docs/guides/latest-model).
 */
export function gptReasoning(model: string): "always" | "on request" | "never" {
  if (/(?:^|[/.:])o\d(?:-|$)/.test(model)) return "always";
  const found = /(?:^|[/.:])gpt-(\d{1,2})(?:\.(\d{1,2}))?(?!\d)/.exec(model);
  const [name = "", major, minor] = found ?? [];
  const rest = model.slice((found?.index ?? 0) + name.length);
  if (major === undefined || Number(major) < 5 || rest.startsWith("-chat")) return "never";
  const isLater = Number(major) > 5 || Number(minor ?? 0) > 0;
  return isLater && !/-(codex|pro)\b/.test(rest) ? "on request" : "always";
}
