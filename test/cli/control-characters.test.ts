import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { terminalOutput } from '../../src/cli/terminal.js';
import { CLEAR_LINE } from '../../src/ingest/run/progress.js';
import { printable, printableLine } from '../../src/platform/printable.js';
import { runDossier } from '../support/processes/process.js';

/** Sets the title, rings, reads another colour, deletes, and turns the direction of text. */
const HOSTILE = '\x1b]0;title\x07\x9b31m\x7f\u202eevil\u2066\x08';
/** Tab and line feed lay out our own text. */
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

const HEADER =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,' +
  'ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,' +
  'INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME';
const rowOf = (ein: string, name: string, subsection = '03') => {
  const cells = [ein, name, '', '1 A ST', 'BOSTON', 'MA', '02101-0000', '0000', subsection];
  return [...cells, ...Array<string>(28 - cells.length).fill('')].join(',');
};

let folder: string;
const env = () => ({ DOSSIER_DATA: join(folder, 'data'), DOSSIER_LOG_LEVEL: 'info' });
const run = (...args: string[]) => runDossier(args, env());
const put = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-controls-'));
  mkdirSync(join(folder, 'data'));
  const lines = [rowOf('042000001', `ACME ${HOSTILE} INC`), rowOf('042000002', 'PLAIN INC', `X${HOSTILE}`)];
  const loaded = await run(
    'ingest',
    'us_irs_eo_bmf',
    '--file',
    put('bmf.csv', `${[HEADER, ...lines].join('\n')}\n`),
  );
  expect(loaded.status).toBe(0);
  expect(loaded.stdout + loaded.stderr).not.toMatch(CONTROLS);
  expect(loaded.stdout).toContain('\\u001b]0;title\\u0007');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('no control character reaches a terminal from', () => {
  test.each<readonly [from: string, args: () => string[]]>([
    ['the changes', () => ['changes', '--limit', '10']],
    ['the changes as JSON', () => ['changes', '--limit', '10', '--json']],
    ['the sources', () => ['sources']],
    [
      'the name of a file that is missing',
      () => ['ingest', 'us_irs_eo_bmf', '--file', `/nowhere/${HOSTILE}`],
    ],
    ['the name of a file', () => ['ingest', 'us_irs_eo_bmf', '--file', put(`a${HOSTILE}.csv`, 'x,y\n')]],
    [
      'the headings of a list',
      () => ['match', put('list.csv', `${HOSTILE},b\nx,y\n`), '--name', 'NO', '--out', join(folder, 'o.csv')],
    ],
    [
      'a line of an index',
      () => ['ingest', 'us_sec_daily_index', '--file', put('a.idx', `Description: ${HOSTILE}\n`)],
    ],
    ['the name of a source', () => ['ingest', `us_${HOSTILE}`]],
    ['an option', () => ['sources', `--${HOSTILE}`]],
    ['a command', () => [HOSTILE]],
    ['the name of an account', () => ['account', 'create', `name ${HOSTILE}`]],
    ['the list of accounts', () => ['account', 'list']],
    ['the list of watches', () => ['watch', 'list']],
    ['JSON of a failure', () => ['sources', '--json', `--${HOSTILE}`]],
  ])('%s', async (_, args) => {
    const { stdout, stderr } = await run(...args());
    expect(stdout + stderr).not.toMatch(CONTROLS);
    expect((stdout + stderr).length).toBeGreaterThan(0);
  });

  test('JSON, which stays the same value', async () => {
    const { stdout } = await run('changes', '--limit', '10', '--json');
    expect(() => JSON.parse(stdout)).not.toThrow();
    const value = { name: HOSTILE, lines: 'a\nb\tc' };
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
  });
});

test('the log writes control characters in JSON notation', async () => {
  const { createLog } = await import('../../src/platform/log.js');
  expect(createLog('silent')).toBeDefined();
  expect(JSON.parse(printable(`${JSON.stringify({ msg: HOSTILE })}\n`))).toEqual({ msg: HOSTILE });
});

describe('the output of a command', () => {
  const written: string[] = [];
  const stream = (isTTY: boolean) => {
    written.length = 0;
    return terminalOutput({
      isTTY,
      write: (text: string) => written.push(text) > 0,
    } as unknown as NodeJS.WriteStream);
  };

  test('lets a progress bar clear its own line on a terminal, and nothing else', () => {
    stream(true).write(`${CLEAR_LINE}ab\x1b[Kc`);
    expect(written).toEqual([`${CLEAR_LINE}ab\\u001b[Kc`]);
    stream(false).write(`${CLEAR_LINE}ab`);
    expect(written).toEqual(['\\u000d\\u001b[Kab']);
  });

  test('keeps lines and tabs of its own, and none of a value that is part of a line', () => {
    expect(printable('a\tb\nc é 日本')).toBe('a\tb\nc é 日本');
    expect(printableLine('a\tb\nc é 日本')).toBe('a\\u0009b\\u000ac é 日本');
  });
});
