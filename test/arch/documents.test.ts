import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOTS = ['bench', 'bin', 'deploy', 'docs', 'sample', 'scripts', 'sdk', 'src', 'test'];
/** Documents whose paths are in a publisher's folder. */
const OTHER_FOLDERS = ['docs/real-data.md'];

const paths = ['', ...ROOTS].flatMap((root) =>
  readdirSync(root === '' ? '.' : root, { recursive: root !== '', encoding: 'utf8' }).map((path) =>
    join(root, path),
  ),
);
const known = new Set(paths);
const parts = new Set(paths.flatMap((path) => /^(?:src|test)\/([^/.]+)$/.exec(path)?.[1] ?? []));

it('every path and anchor in a document exists', () => {
  const documents = paths.filter((path) => path.endsWith('.md') && !path.includes('node_modules'));
  const missing = documents
    .filter((file) => !OTHER_FOLDERS.includes(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '');
      return missingIn(text, dirname(file)).map((path) => `${file}: ${path}`);
    });
  expect(missing).toEqual([]);
  const text = '`src/gone.ts`, `gone/b.ts`, `store/gone`, [a](gone.md), [b](install.md#gone), `src/*/ids.ts`';
  expect(missingIn(text, 'docs')).toEqual([
    'src/gone.ts',
    'gone/b.ts',
    'store/gone',
    'gone.md',
    'install.md#gone',
  ]);
});

function missingIn(text: string, folder: string): string[] {
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.*{},-]+)+)\/?`/g)].map(({ 1: path = '' }) => path);
  const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)(?:#([^)\s]+))?/g)];
  return [
    ...named.filter((path) => isOurs(path) && !['', 'src', 'test'].some((root) => exists(join(root, path)))),
    ...linked.flatMap(([, path = '', anchor]) => {
      const target = join(folder, path);
      if (!exists(target)) return path;
      return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : `${path}#${anchor}`;
    }),
  ];
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(({ 1: heading = '' }) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isOurs(path: string): boolean {
  const [first = ''] = path.split('/');
  return ROOTS.includes(first) || parts.has(first) || /\.(?:tsx?|mjs)$/.test(path);
}

/** Whether there is such a file or folder, or a module or test of that name. */
function exists(path: string): boolean {
  if (['', '.ts', '.tsx', '.test.ts', '.test.tsx'].some((suffix) => known.has(`${path}${suffix}`)))
    return true;
  if (!/[*{]/.test(path)) return false;
  const pattern = path
    .replace(/[.]/g, '\\.')
    .replace(/\*/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_all, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return paths.some((one) => new RegExp(`^${pattern}$`).test(one));
}
