import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const MAX_LINES = 500;

const files = codeOf('src');
const all = [...files, ...codeOf('test'), ...codeOf('bench'), ...codeOf('scripts')];
const imports = new Map(files.map((file) => [file, importsOf(file)]));

it('no file imports itself by way of others, types included', () => {
  expect(cycles(imports)).toEqual([]);
  const ring = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [] };
  expect(cycles(new Map(Object.entries(ring)))).toEqual([['a', 'b', 'c']]);
});

it('no file has more than 500 lines', () => {
  const long = all.filter((file) => readFileSync(file, 'utf8').split('\n').length - 1 > MAX_LINES);
  expect(long).toEqual([]);
});

function codeOf(part: string): string[] {
  return readdirSync(part, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => join(part, name));
}

function importsOf(file: string): string[] {
  const known = new Set(files);
  const targets = [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)];
  return targets.flatMap(({ 1: target = '' }) => {
    const path = join(dirname(file), dirname(target), basename(target, '.js'));
    return [`${path}.ts`, `${path}.tsx`].filter((one) => known.has(one));
  });
}

/** Files that reach each other, by Tarjan's algorithm; each group in order of name. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    open.push(file);
    for (const target of graph.get(file) ?? []) {
      const reached = order.has(target)
        ? open.includes(target)
          ? (order.get(target) ?? own)
          : own
        : visit(target);
      lowest.set(file, Math.min(lowest.get(file) ?? own, reached));
    }
    const low = lowest.get(file) ?? own;
    if (low === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}
