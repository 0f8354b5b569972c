import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve('src');

/** Who may import whom; the table of the architecture. A part may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  collections: [],
  contract: [],
  domain: ['collections', 'contract'],
  matching: ['collections', 'domain'],
  search: ['collections', 'platform/internals'],
  sources: ['contract', 'domain'],
  platform: [],
  config: ['domain', 'evidence', 'platform/private-addresses', 'sources'],
  store: ['collections', 'contract', 'domain', 'platform'],
  evidence: ['contract'],
  ingest:
    'collections contract domain platform/deadline platform/private-addresses store sources/declare'.split(
      ' ',
    ),
  indexing: ['collections', 'domain', 'platform/internals', 'search', 'store'],
  linking: ['collections', 'domain', 'indexing', 'matching', 'search', 'store'],
  operations: ['collections', 'contract', 'domain', 'ingest/read', 'linking/match', 'search', 'store'],
  export: ['contract', 'domain', 'indexing', 'operations', 'platform', 'search', 'sources', 'store'],
  gateway: ['contract', 'domain', 'operations/support', 'store'],
  http: [
    'contract',
    'domain',
    'gateway',
    'operations/support',
    'platform/deadline',
    'platform/internals',
    'store',
  ],
  web: 'collections contract domain gateway http ingest/read operations platform/package-root store'.split(
    ' ',
  ),
  mcp: ['contract', 'domain', 'gateway', 'http', 'operations'],
  reconcile: ['contract', 'gateway', 'http', 'operations', 'web'],
  webhooks: ['contract', 'domain', 'platform/deadline', 'platform/private-addresses', 'store'],
  backup: ['indexing', 'ingest', 'platform', 'store'],
  serving:
    `config contract domain evidence export gateway http indexing ingest mcp operations platform publishing reconcile sources store
    web webhooks`.split(/\s+/),
  publishing: ['config', 'indexing', 'platform', 'store'],
  loading: [
    'config',
    'indexing',
    'ingest',
    'linking',
    'operations/get-entity/enrich',
    'platform',
    'sources',
    'store',
  ],
  cli: `app backup config contract domain evidence export gateway http indexing ingest linking loading matching mcp operations platform publishing
    serving sources store webhooks`.split(/\s+/),
};
const ROOT = ['app.ts', 'main.ts'];
const PURE = ['collections', 'contract', 'domain', 'matching', 'search'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  // The client script has a compiler of its own.
  .filter((name) => !name.startsWith('web/client/'));

describe('boundaries', () => {
  it.each(Object.keys(MAY_IMPORT))('%s imports only what the table allows', (part) => {
    const wrong = filesOf(part).flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(SRC, resolve(dirname(join(SRC, file)), target)))
        .filter((target) => !allowed(part, target))
        .map((target) => `src/${file} may not import src/${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('every part stands in the table, and the root holds two files', () => {
    const entries = readdirSync(SRC, { withFileTypes: true });
    const namesOf = (isFolder: boolean) =>
      entries.filter((entry) => entry.isDirectory() === isFolder).map(({ name }) => name);
    expect(namesOf(true).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
    expect(namesOf(false).sort()).toEqual(ROOT);
  });

  it('the map in CONTRIBUTING names every part', () => {
    const text = readFileSync('CONTRIBUTING.md', 'utf8');
    const mapped = [...text.matchAll(/^\| `src\/([a-z]+)` \|/gm)].map((match) => match[1]);
    expect(mapped.sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it.each(PURE)('%s does no input or output and reads no clock', (part) => {
    const wrong = filesOf(part).filter((file) => {
      const text = readFileSync(join(SRC, file), 'utf8');
      return /from 'node:(fs|net|http|child_process|worker_threads|timers)|Date\.now\(|new Date\(\)|process\./.test(
        text,
      );
    });
    expect(wrong).toEqual([]);
  });

  it('the gateway knows no transport', () => {
    const wrong = filesOf('gateway').filter((file) =>
      importsOf(file).some(
        (target) => /^node:(http|net|tls|stream)/.test(target) && !file.endsWith('gateway/network.ts'),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('SQLite is opened in the store alone, with the module that this Node takes', () => {
    const naming = ['src', 'bench', 'test'].flatMap((part) =>
      readdirSync(part, { recursive: true, encoding: 'utf8' })
        .map((name) => join(part, name))
        .filter((path) => /\.m?[jt]s$/.test(path))
        .filter((path) => /(?:from|require\(|import\() ?'better-sqlite3/.test(readFileSync(path, 'utf8'))),
    );
    expect(naming.sort()).toEqual(['src/platform/sqlite-module.ts', 'src/store/sqlite/file/driver.ts']);
    const wrong = files.filter(
      (file) =>
        !file.startsWith('store/') && importsOf(file).some((target) => target.endsWith('sqlite/driver.js')),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['sqlite', 'postgres'])(
    'only src/store/engine/engine.ts opens %s for the rest of src',
    (engine) => {
      const wrong = files
        .filter((file) => !file.startsWith(`store/${engine}/`) && file !== 'store/engine/engine.ts')
        .flatMap((file) =>
          importsOf(file)
            .filter((target) => target.includes(`${engine}/`))
            .map((target) => `src/${file} imports ${target}: ask src/store/engine/engine.ts for it`),
        );
      expect(wrong).toEqual([]);
    },
  );

  it("other people's internals are used in platform/internals alone, which says what ends each use", () => {
    const internal = /\b_(?:header|handle)\b|httpAllowHalfOpen|registerMetric\(/;
    const using = files.filter((file) => internal.test(readFileSync(join(SRC, file), 'utf8')));
    expect(using.filter((file) => !file.startsWith('platform/internals/'))).toEqual([]);
    const fenced = filesOf('platform').filter((file) => file.startsWith('platform/internals/'));
    const unsaid = fenced.filter(
      (file) => !/Delete\s+\*? ?this\s+\*? ?file\s+\*? ?when/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(unsaid).toEqual([]);
    expect(fenced.flatMap(importsOf).filter((target) => target.startsWith('.'))).toEqual([]);
  });

  it('threads are made in one place, which loads the only native module before them', () => {
    const making = files.filter((file) => /new Worker\(/.test(readFileSync(join(SRC, file), 'utf8')));
    expect(making).toEqual(['platform/threads/start-thread.ts']);
    const maker = readFileSync(join(SRC, 'platform/threads/start-thread.ts'), 'utf8');
    expect(maker).toContain("\nimport '../sqlite-module.js';\n");
  });

  it('no library of the program is native but SQLite, which threads may load', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean; link?: boolean }>;
    };
    const installed = Object.entries(packages).filter(([, { dev, link }]) => !dev && !link);
    const native = installed
      .map(([path]) => path)
      .filter((path) => /^node_modules\//.test(path) && existsSync(path))
      .filter((path) =>
        readdirSync(path, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.node')),
      )
      .filter((path) => !/^node_modules\/better-sqlite3$/.test(path));
    expect(native).toEqual([]);
  });

  it('tests open stores by test/support/store.ts, those of SQLite itself excepted', () => {
    const wrong = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== 'support/store.ts')
      .filter((name) => !name.startsWith('store/'))
      .filter((name) =>
        /sqlite\/(open|catalog\/sqlite-catalog|ledger\/ledger|links\/links|state\/state)\.js'/.test(
          readFileSync(join('test', name), 'utf8'),
        ),
      );
    expect(wrong).toEqual([]);
  });

  it('only config/settings.ts is given the environment, and only main.ts touches the process', () => {
    const wrong = files.filter(
      (file) =>
        file !== 'main.ts' && /process\.(env|exit|argv)\b/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});

function filesOf(part: string): string[] {
  return files.filter((file) => file.startsWith(`${part}/`));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

function allowed(part: string, target: string): boolean {
  const own = target.startsWith(`${part}/`);
  return (
    own ||
    (MAY_IMPORT[part] ?? []).some((other) => target.startsWith(`${other}/`) || target === `${other}.js`)
  );
}
