import { ALL } from "./characters.mjs";
import { parseRegex } from "./parse.mjs";

/** @typedef {import("./parse.mjs").Node} Node */

/**
 * Says why a search with a regular expression may take more than linear time on a text that somebody has chosen for it,
 * or undefined if it cannot. The criterion: no text lets the search stay in one repetition and also move on to another
 * that reads the same text, as `(a+)+` and `a*a*b` do. A search that is not bound to the beginning is such a repetition
 * itself, which begins again at each character: `a+$`. A repetition that may end at once cannot fail: `a+`.
 *
 * @param {string} source @param {string} flags @returns {string | undefined}
 */
export function whyNotLinear(source, flags) {
  const automaton = new Automaton();
  const search = flags.includes("y") ? [] : [automaton.position(ALL)];
  automaton.link(search, search);
  const { first, sure } = automaton.add(parseRegex(source, flags));
  automaton.link(search, first);
  if (automaton.problem !== undefined) return automaton.problem;
  const reach = automaton.next.map((_, at) => automaton.reachableFrom(at));
  const areTogether = (one, other) => reach[one].has(other) && reach[other].has(one);
  if (automaton.twice.some(([from, to]) => areTogether(from, to)))
    return "a repetition stands in another one that reads the same text";
  const loops = automaton.next.flatMap((_, at) => (reach[at].has(at) ? [at] : []));
  for (const inner of loops.filter((at) => !sure.has(at)))
    for (const outer of loops)
      if (inner !== outer && reach[outer].has(inner) && automaton.sharesText(outer, inner, areTogether))
        return search.includes(outer)
          ? "the search begins again at each character of a repetition, when what must follow it is missing"
          : "two repetitions can share out one text in many ways";
  return undefined;
}

const NONE = new Set();

/** A part of an expression that reads no text. A `test` may fail there. */
const nothing = (test = false) => ({ first: NONE, last: NONE, sure: NONE, isEmpty: true, isSurelyEmpty: !test });

/**
 * The expression as states, one for each character in it, with an edge to each that may be read next (Glushkov). A part
 * has its `first` and `last` characters, those of the last whose end is `sure` to match, and whether it may be empty.
 */
class Automaton {
  sets = [];
  next = [];
  /** Edges that exist in two ways. */
  twice = [];
  problem = undefined;

  position(set) {
    this.next.push(new Set());
    return this.sets.push(set) - 1;
  }

  link(from, to) {
    for (const one of from)
      for (const other of to) {
        if (this.next[one].has(other)) this.twice.push([one, other]);
        this.next[one].add(other);
      }
  }

  /** @param {Node} node */
  add(node) {
    switch (node.is) {
      case "set":
        return this.single(node.set);
      case "edge":
        // Read like a character that no text has, so that nothing repeats over it.
        return this.single(0n);
      case "test":
        return nothing(true);
      case "all":
        return node.of.reduce((before, part) => this.joined(before, this.add(part)), nothing());
      case "one":
        return node.of.map((part) => this.add(part)).reduce(either);
      case "repeat":
        return this.repeated(node);
      case "ahead":
        return { ...nothing(true), first: this.add(node.of).first };
      case "behind":
        if (hasLoop(node.of)) this.problem = "a look-behind with a repetition reads the text again at each character";
        return nothing(true);
      default:
        this.problem = "what a reference to a group takes is not known";
        return nothing(true);
    }
  }

  single(set) {
    const only = new Set([this.position(set)]);
    return { first: only, last: only, sure: only, isEmpty: false, isSurelyEmpty: false };
  }

  joined(before, after) {
    this.link(before.last, after.first);
    return {
      first: before.isEmpty ? union(before.first, after.first) : before.first,
      last: after.isEmpty ? union(before.last, after.last) : after.last,
      sure: after.isSurelyEmpty ? union(before.sure, after.sure) : after.sure,
      isEmpty: before.isEmpty && after.isEmpty,
      isSurelyEmpty: before.isSurelyEmpty && after.isSurelyEmpty,
    };
  }

  /** Bounded repetitions take a bounded time for each character, so that two copies show all there is to see. */
  repeated({ of, least, most }) {
    const optional = () => ({ ...this.add(of), isEmpty: true, isSurelyEmpty: true });
    const needed = Array.from({ length: Math.min(least, 2) }, () => () => this.add(of));
    const further = most === Infinity ? [] : Array.from({ length: Math.min(most - least, 2) }, () => optional);
    const parts = most === Infinity && least === 0 ? [optional] : [...needed, ...further];
    let part = nothing();
    parts.forEach((make, index) => {
      const copy = make();
      if (most === Infinity && index === parts.length - 1) this.link(copy.last, copy.first);
      part = this.joined(part, copy);
    });
    return part;
  }

  reachableFrom(start) {
    const found = new Set();
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const next of this.next[at]) if (!found.has(next)) (open.push(next), found.add(next));
    return found;
  }

  /**
   * Whether one string leads from `outer` back to it, from `outer` to `inner`, and from `inner` back to it: then each
   * repetition of that text doubles, or adds to, the ways to read it.
   */
  sharesText(outer, inner, areTogether) {
    const seen = new Set();
    const open = [[outer, outer, inner]];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const a of this.next[at[0]])
        for (const b of this.next[at[1]])
          for (const c of this.next[at[2]]) {
            if (!areTogether(outer, a) || !areTogether(inner, c)) continue;
            if ((this.sets[a] & this.sets[b] & this.sets[c]) === 0n) continue;
            if (a === outer && b === inner && c === inner) return true;
            const name = `${a} ${b} ${c}`;
            if (!seen.has(name)) (open.push([a, b, c]), seen.add(name));
          }
    return false;
  }
}

const union = (one, other) => new Set([...one, ...other]);

function either(one, other) {
  return {
    first: union(one.first, other.first),
    last: union(one.last, other.last),
    sure: union(one.sure, other.sure),
    isEmpty: one.isEmpty || other.isEmpty,
    isSurelyEmpty: one.isSurelyEmpty || other.isSurelyEmpty,
  };
}

/** @param {Node} node */
function hasLoop(node) {
  if (node.is === "repeat" && node.most === Infinity) return true;
  return [node.of ?? []].flat().some(hasLoop);
}
