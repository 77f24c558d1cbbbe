import { once } from "node:events";
import { type Players, startPlayers, writeFor, type Writing } from "./players";

/** Plays the nodes of its argument. It says when they listen, writes as it is told, and says what came of it. */
const players: Players = JSON.parse(process.argv[2] ?? "");
const writers = await startPlayers(players);
process.send?.("ready");
const [writing]: [Writing] = (await once(process, "message")) as [Writing];
process.send?.(await writeFor(writing, writers, players.first));
