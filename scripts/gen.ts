import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { createProgram } from '../src/cli/program.js';
import { fileSetting, SETTINGS } from '../src/config/settings.js';
import { ERRORS } from '../src/contract/errors.js';
import { exportOperations } from '../src/export/api/index.js';
import type { ExportParts } from '../src/export/api/parts.js';
import { operations } from '../src/operations/index.js';
import { openApiDocument } from '../src/operations/openapi/index.js';
import type { Dependencies } from '../src/operations/support/dependencies.js';
import { packageRoot, packageVersion } from '../src/platform/package-root.js';
import { recordedExamples } from '../src/serving/open-server.js';
import { DATASETS } from '../src/sources/datasets.js';
import type { Loadable } from '../src/sources/declare/index.js';
import { SOURCES } from '../src/sources/index.js';
import { PUBLISHER_SETTINGS } from '../src/sources/settings.js';
import { type OpenApi as CollectionSource, postmanCollection } from './postman-collection.js';
import { type OpenApi, pythonClient } from './python-client.js';

/** Writes what is made from the code; with `--check` it only compares, and fails where a file is out of date. */
const GENERATED: Readonly<Record<string, () => string>> = {
  'openapi.json': () => `${JSON.stringify(openApi(), null, 2)}\n`,
  'sdk/dossier.postman_collection.json': () =>
    `${JSON.stringify(postmanCollection(openApi() as unknown as CollectionSource), null, 2)}\n`,
  'sdk/python/dossier_client/generated.py': () => pythonClient(openApi() as unknown as OpenApi),
  'docs/generated/errors.md': errorsPage,
  'docs/generated/sources.md': sourcesPage,
  'docs/generated/settings.md': settingsPage,
  'docs/generated/cli.md': () => cli,
};

const cli = await cliPage();
const check = process.argv.includes('--check');
const stale = Object.entries(GENERATED).filter(([name, make]) => isStale(join(packageRoot(), name), make()));
if (check && stale.length > 0) {
  process.stderr.write(`Out of date: ${stale.map(([name]) => name).join(', ')}. Run: npm run gen\n`);
  process.exitCode = 1;
}

function isStale(path: string, text: string): boolean {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
  if (!check) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return true;
}

function openApi() {
  // Documents are made from declarations alone; nothing of this is run.
  const declared = [...operations({ catalog: {} } as Dependencies), ...exportOperations({} as ExportParts)];
  return openApiDocument(declared, packageVersion(), recordedExamples());
}

function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, title, meaning, cure }]) => [
    String(status),
    `\`${code}\``,
    `${title}. ${meaning}`,
    cure,
  ]);
  return page('Errors', ['status', 'code', 'meaning', 'cure'], rows);
}

function sourcesPage(): string {
  const rows = [...SOURCES, ...DATASETS].map((source) => [
    `${source.title} \`${source.id}\``,
    [source.coverage ?? '', membersOf(source)].filter(Boolean).join(' '),
    classOf(source),
    source.agency.level === null ? source.agency.name : `${source.agency.name} (${source.agency.level})`,
    source.licence,
    source.every,
    source.layout,
    source.kind === 'entities' && source.portal ? 'yes' : 'no',
  ]);
  const header = ['source', 'holds and lacks', 'class', 'agency', 'licence', 'every', 'layout', 'live'];
  const lead =
    'All that can be loaded, and what each publisher gives and leaves out. `every` says how often it is renewed; a layout is `verified` if it ' +
    'was read from real files; `live` sources can be asked for single records. The page `/sources` of a running service shows what is loaded.';
  return page('Sources, their records and gaps', header, rows, lead);
}

/** The members that no record of a register has, in words. */
function membersOf(source: Loadable): string {
  if (source.kind !== 'entities' || source.recordClass !== 'registry_entity') return '';
  const { publishes } = source;
  const members = {
    type: 'kind',
    status: 'status',
    formedDate: 'formation date',
    registeredAgent: 'registered agent',
    principalAddress: 'address',
    officers: 'officers',
    filings: 'filings',
  };
  const named = (held: unknown) =>
    Object.entries(members).flatMap(([member, name]) =>
      publishes[member as keyof typeof members] === held ? [name] : [],
    );
  const [lacking, withheld] = [named(false), named('withheld')];
  return [
    lacking.length === 0 ? '' : `Lacks ${lacking.join(', ')}.`,
    withheld.length === 0 ? '' : `Withheld here: ${withheld.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function classOf(source: Loadable): string {
  if (source.kind === 'entities') return source.recordClass;
  return source.kind === 'sec' ? 'SEC filings' : 'data set';
}

function settingsPage(): string {
  const own = Object.entries(SETTINGS).map(([name, setting]) => ({ ...setting, name }));
  const rows = [...own, ...PUBLISHER_SETTINGS].map((setting) => [
    `\`${setting.name}\``,
    setting.fallback === '' ? 'none' : `\`${setting.fallback}\``,
    'isSecret' in setting
      ? `${setting.meaning} Secret: \`${fileSetting(setting.name)}\` may name a file that holds it.`
      : setting.meaning,
  ]);
  return page('Settings', ['variable', 'default', 'meaning'], rows);
}

async function cliPage(): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const program = await createProgram({
    env: {},
    stdout: nowhere,
    stderr: nowhere,
    now: () => 0,
    untilStopped: () => new Promise(() => undefined),
  });
  const sections = leaves(program).map(
    (command) => `## ${pathOf(command)}\n\n\`\`\`\n${helpOf(command)}\n\`\`\`\n`,
  );
  return `# Command line\n\nAll commands of \`dossier\`, with their options.\n\n${sections.join('\n')}`;
}

/** `dossier key create` */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

function helpOf(command: Command): string {
  command.configureHelp({ helpWidth: 100 });
  return command.helpInformation().trim();
}

function leaves(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length > 0 ? leaves(child) : [child]));
}

function page(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  lead?: string,
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const head = [`# ${title}`, '', ...(lead === undefined ? [] : [lead, ''])];
  return [...head, line(header), line(header.map(() => '---')), ...rows.map(line), ''].join('\n');
}
