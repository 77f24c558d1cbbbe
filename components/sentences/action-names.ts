import { MANAGED_KINDS } from "@/lib/entity-type";
import { spelt } from "./code-names";

/** What happened to a whole thing, by the last part of an audit event's action. */
const DEEDS = new Map([
  ["create", "Created"],
  ["update", "Changed"],
  ["delete", "Deleted"],
  ["block", "Blocked"],
  ["unblock", "Unblocked"],
  ["end", "Ended"],
]);

/** What each kind of thing is called, by the first part of an action. */
const THINGS = new Map([
  ...Object.values(MANAGED_KINDS).map(({ segment, one }) => [segment, withArticle(one)] as const),
  ["credential", "a credential"],
  ["dashboard", "a dashboard"],
  ["key", "a key"],
  ["mcp_server", "a tool server"],
  ["model", "a model"],
  ["login", "the login to the console"],
  ["price", "a price"],
  ["session", "a session"],
]);

/** Actions that do something other than a deed to a whole thing. */
const OTHERS = new Map([
  ["team.member_add", "Added a member"],
  ["team.member_update", "Changed a member"],
  ["team.member_delete", "Removed a member"],
  ["user.sync_teams", "Took over teams from the token"],
  ["key.regenerate", "Rotated a key"],
  ["model.offered", "Listed the models of a provider"],
  ["model.test", "Tested a model"],
  ["login.test", "Tested a login to the console"],
  ["mcp_server.test", "Tested a tool server"],
  ["model.take_over", "Took over a model"],
  ["config.save", "Saved access settings"],
  ["config.rollback", "Rolled back access settings"],
  ["playground.call", "Called a model in the playground"],
  ["content.look", "Looked at a prompt and its answer"],
  ["content.delete", "Deleted prompts and answers"],
  ["provider_keys.refresh", "Fetched an issuer's keys"],
  ["mcp_tool.approve", "Approved a tool"],
  ["signing_key.rotate", "Rotated the key that signs for tool servers"],
  ["tool_connection.connect", "Connected to a tool server"],
  ["tool_connection.disconnect", "Disconnected from a tool server"],
  ["spend.reprice", "Re-priced calls"],
  ["alert_channel.create", "Added an alert channel"],
  ["alert_channel.update", "Changed an alert channel"],
  ["alert_channel.delete", "Deleted an alert channel"],
  ["alert_rule.update", "Changed when alerts open"],
  ["alert_rule.delete", "Made an alert rule as usual again"],
  ["alert_silence.create", "Silenced alerts"],
  ["alert_silence.end", "Ended a silence of alerts"],
  ["alert_silence.delete", "Deleted a silence of alerts"],
  ["alerting.test", "Sent a test message"],
  ["alerting.secret_copied", "Copied the webhook secret"],
  ["alerting.secret_shown", "Showed the webhook secret"],
  ["database.restore", "Restored the database"],
  ["budget.request_raise", "Asked for a higher budget"],
  ["budget.approve_raise", "Approved a higher budget"],
  ["budget.refuse_raise", "Refused a higher budget"],
  ["budget.reopen_raise", "Took back a higher budget"],
]);

/** The action of an audit event in words: `team.member_add` is "Added a member". */
export function actionName(action: string): string {
  const [thing = "", deed = ""] = action.split(".");
  const [done, named] = [DEEDS.get(deed), THINGS.get(thing)];
  return (
    OTHERS.get(action) ??
    (done !== undefined && named !== undefined ? `${done} ${named}` : spelt(action.replace(".", ": ")))
  );
}

function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) && !word.startsWith("us") ? "an" : "a"} ${word}`;
}
