import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program.js';
import { errorLog } from '../../src/gateway/error-log.js';
import { PortalFault } from '../../src/ingest/portal/fault.js';
import { watchFollowing } from '../../src/serving/data/follow-metrics.js';
import { watchLedger } from '../../src/serving/data/ledger-metrics.js';
import { portalLog } from '../../src/serving/live-portals.js';
import { end, inheritedEnv, type Serving, startServing } from '../support/processes/process.js';
import { folderWithSample } from '../support/sample.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}
interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const rules = (
  parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as Dashboard;
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

let serving: Serving;
/** The labels of each metric; Prometheus adds `instance` and `job`. */
const metrics = new Map<string, Set<string>>([['up', new Set(['instance', 'job'])]]);

beforeAll(async () => {
  const data = await folderWithSample('dossier-monitoring-');
  serving = await startServing(data, ['--sample', '--workers', '2'], { DOSSIER_LOG_LEVEL: 'info' });
  const { url } = serving.started;
  const { stdout } = spawnSync(
    process.execPath,
    [
      'bin/dossier.js',
      'key',
      'create',
      '--account',
      'sample',
      '--scopes',
      'read,webhooks',
      '--sample',
      '--json',
    ],
    { env: { ...inheritedEnv(), DOSSIER_DATA: data }, encoding: 'utf8' },
  );
  const { key } = JSON.parse(stdout) as { key: string };
  const send = (path: string, more: object = {}) =>
    fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...more,
    });
  for (const path of ['/api/v1/search?name=willow', '/api/v1/entity/CO:20221555001', '/', '/nothing'])
    await send(path);
  const watch = await send('/api/v1/watches', {
    method: 'POST',
    body: JSON.stringify({ id: 'CO:20221555001', endpoint: 'https://receiver.example/hook' }),
  });
  expect(watch.status).toBe(201);
  const scrape = async () => await (await fetch(`${url}/metrics`)).text();
  await vi.waitUntil(async () => (await scrape()).includes('\ndossier_watches 1'), { timeout: 60_000 });
  note(await scrape());
  const node = new Registry();
  const following = { served: 1, wanted: 2, behindSince: 0, failures: 0, missingParts: 0, isDamaged: false };
  watchFollowing(node, () => following);
  const counts = {
    resends: 0,
    reconnections: 0,
    lostAnswers: 0,
    lostAnswersRefunded: 0,
    lostAnswersWaiting: 0,
  };
  watchLedger(node, { awaySince: () => null, counts: () => counts });
  note(await node.metrics());
});
afterAll(() => end(serving.child, 'SIGTERM'));

function note(text: string): void {
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) labelsOf(name);
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) labelsOf(name).add(label);
}

function labelsOf(name: string): Set<string> {
  const labels = metrics.get(name) ?? new Set(['instance', 'job']);
  metrics.set(name, labels);
  return labels;
}

test('alert rules and dashboard use metrics and labels that the service has', () => {
  expect(expressions.length).toBeGreaterThan(30);
  for (const expr of expressions) {
    const used = [...expr.matchAll(/\b((?:dossier|process)_\w+|up)\b(?:\{([^}]*)\})?/g)];
    expect(used.length, expr).toBeGreaterThan(0);
    // A counter without a sample has no labels yet.
    const known = used.flatMap(([, name = '', matchers = '']) => {
      expect([...metrics.keys()], expr).toContain(name);
      const labels = metrics.get(name) ?? new Set();
      if (name !== 'dossier_webhook_tries_total')
        for (const [, label] of matchers.matchAll(/(\w+)\s*[=!]/g))
          expect([...labels], expr).toContain(label);
      return name === 'dossier_webhook_tries_total' ? [...labels, 'outcome'] : [...labels];
    });
    for (const [, labels = ''] of expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g))
      for (const label of labels.split(/,\s*/)) expect(known, expr).toContain(label);
  }
});

test('alert rules name commands that exist', async () => {
  const context = {
    ...{ env: {}, stdout: new PassThrough(), stderr: new PassThrough(), now: () => 0 },
    untilStopped: () => new Promise<void>(() => undefined),
  };
  const program = await createProgram(context);
  const named = rules.flatMap(({ annotations }) =>
    [
      ...Object.values(annotations)
        .join(' ')
        .matchAll(/`dossier ([^`]+)`/g),
    ].map(([, line = '']) => line),
  );
  expect(named.length).toBeGreaterThan(6);
  for (const line of named) {
    const [name, ...rest] = line.split(' ');
    const command = program.commands.find((one) => one.name() === name);
    expect(command, line).toBeDefined();
    for (const word of rest) {
      const found = word.startsWith('--')
        ? command?.options.some(({ long }) => long === word)
        : command?.commands.some((one) => one.name() === word);
      expect(found, line).toBe(true);
    }
  }
});

test('the panels of the dashboard have ids of their own and do not overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) process.stderr.write('promtool is not here: the alert rules were not tested.\n');

describe.runIf(hasPromtool)('promtool', () => {
  const promtool = (...args: readonly string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
  const folder = mkdtempSync(join(tmpdir(), 'dossier-promtool-'));

  test('tests the alert rules: each fires when it should, and only then', () => {
    for (const path of ['deploy/prometheus/alerts.yaml', 'test/deploy/alerts.test.yaml'])
      copyFileSync(path, join(folder, path.split('/').at(-1) ?? ''));
    expect(promtool('test', 'rules', join(folder, 'alerts.test.yaml'))).toMatchObject({ status: 0 });
  });

  test('parses each expression of the dashboard', () => {
    const queries = panels.flatMap(({ targets }) => targets);
    const check = (exprs: readonly string[]) => {
      const path = join(folder, 'panels.yaml');
      const recorded = exprs.map((expr, index) => ({
        record: `panel:${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }));
      writeFileSync(path, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }));
      return promtool('check', 'rules', path).status;
    };
    expect(check(queries.map(({ expr }) => expr))).toBe(0);
    expect(check(['sum by (le (dossier_watches)'])).not.toBe(0);
  });
});

describe('log', () => {
  const section = readFileSync('docs/operating.md', 'utf8').split('\n## Log\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (`[^|]*) \| ([^|]*) \|/gm)].map(([, names = '', where = '']) => ({
    names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    where,
  }));
  const documented = (pattern: RegExp) =>
    rows.flatMap(({ names, where }) => (pattern.test(where) ? names : [])).sort();
  const fieldsOf = (line: object | undefined) => Object.keys(line ?? {}).sort();

  test('lines of responses have the documented fields', async () => {
    const requests = () =>
      serving
        .stderr()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { msg: string; operation: string });
    await expect
      .poll(() => requests().map(({ operation }) => operation))
      .toEqual(expect.arrayContaining(['getEntity', 'page.home', 'none']));
    for (const line of requests().filter(({ msg }) => msg === 'request'))
      expect(fieldsOf(line)).toEqual(documented(/every line|responses/));
  });

  test('lines of errors have documented fields', () => {
    const lines: object[] = [];
    const log = pino({ base: null }, { write: (text: string) => void lines.push(JSON.parse(text)) });
    let at = 0;
    const [logError, logFault] = [errorLog(log, () => at), portalLog(log, () => at)];
    const error = new Error('x');
    const fault = new PortalFault('data.example', 'broken', 'did not respond', null, { cause: error });
    for (at of [0, 1, 10_000_000]) {
      logError(error, 'id', 'An error.');
      logFault(fault);
    }
    const common = ['level', 'msg', 'time'];
    expect(lines.map(fieldsOf)).toEqual([
      [...common, 'err', 'requestId'].sort(),
      [...common, 'err', 'host', 'kind'].sort(),
      [...common, 'err', 'requestId', 'unlogged'].sort(),
      [...common, 'err', 'host', 'kind', 'unlogged'].sort(),
    ]);
    expect(documented(/./)).toEqual(expect.arrayContaining([...new Set(lines.flatMap(fieldsOf))]));
  });
});
