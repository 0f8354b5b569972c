import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'rolldown/experimental';
import { expect, test } from 'vitest';
import { REVIEWED } from './callbacks-reviewed.js';

/**
 * An error in a timer, a listener or a promise that nothing waits for ends the process. This test finds every such callback by
 * the syntax tree. It must call nothing but functions that do not throw, catch its promise, or stand in the reviewed list.
 */
const SRC = resolve('src');
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'nextTick']);
const LISTENERS = new Set(['on', 'once', 'addListener', 'prependListener', 'addEventListener']);
/** They settle, end or note something, and throw nothing. */
const QUIET = new Set(
  `resolve reject clearTimeout clearInterval destroy terminate abort kill push pop splice indexOf delete append String Error now unref
  setNoDelay enable disable isIdle finally`.split(/\s+/),
);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function nameOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'MemberExpression' || callee.type === 'ChainExpression') {
    return nameOf(callee.property ?? callee.expression);
  }
  return String(callee.name ?? '');
}

/** Calls of quiet functions alone, or of a promise whose rejection is caught. */
function isQuiet(node: Node): boolean {
  if (node.type === 'ThrowStatement' || node.type === 'AwaitExpression') return false;
  if (node.type === 'CallExpression') {
    if (nameOf(node.callee) === 'catch') return true;
    if (!QUIET.has(nameOf(node.callee))) return false;
  }
  if (node.type === 'NewExpression' && !/Error$|Fault$/.test(nameOf(node.callee))) return false;
  return childrenOf(node).every(isQuiet);
}

function callbackOf({ callee, arguments: args }: Node): Node | undefined {
  const name = nameOf(callee);
  // `once(emitter, 'event')` gives a promise.
  if (LISTENERS.has(name) && isNode(callee) && callee.type === 'Identifier') return undefined;
  const [first, second] = args as (Node | undefined)[];
  if (TIMERS.has(name))
    return first?.type === 'Literal' || first?.type === 'CallExpression' ? undefined : first;
  return LISTENERS.has(name) ? second : undefined;
}

function looseEndsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const { program } = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const found: string[] = [];
  const shown = ({ start, end }: Node) => text.slice(start, end).replace(/\s+/g, ' ').slice(0, 60);
  const visit = (node: Node) => {
    if (node.type === 'CallExpression') {
      const callback = callbackOf(node);
      const isSettle = callback?.type === 'Identifier' && QUIET.has(String(callback.name));
      if (callback && !isSettle && !(/Function/.test(callback.type) && isQuiet(callback))) {
        found.push(`${file}: ${nameOf(node.callee)} ${shown(callback)}`);
      }
    }
    const isDropped = node.type === 'UnaryExpression' && node.operator === 'void' && !SYNCHRONOUS.test(file);
    if (isDropped && isNode(node.argument)) {
      if (node.argument.type === 'CallExpression' && !isQuiet(node.argument))
        found.push(`${file}: ${shown(node)}`);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program as unknown as Node);
  return found;
}

/** All that runs in the process of a service. Loads and other commands run in processes of their own. */
const SERVED =
  /^(?:app\.ts|(?:evidence|export|gateway|http|indexing|mcp|operations|platform|publishing\/follow|reconcile|search|serving|store|web|webhooks)\/)/;
/** SQLite's driver is synchronous, and the books write in one transaction: their `void` drops a result and no promise. */
const SYNCHRONOUS = /^store\/(?:sqlite|ledger-rules|postgres\/ledger)\//;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && SERVED.test(name))
  // It runs in browsers.
  .filter((name) => !name.startsWith('web/client/'));

test('no timer, listener or promise throws where nothing catches', () => {
  const found = [...new Set(files.flatMap(looseEndsOf))].sort();
  expect(found).toEqual([...REVIEWED].sort());
});
