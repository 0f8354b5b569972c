import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('HEAD is built, filled and measured beside this checkout', { timeout: 900_000 }, async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'against-'));
  const size = ['--entities', '500', '--filings', '2000', '--turns', '1'];
  const args = ['dist/bench/against/main.js', 'HEAD', ...size, '--scratch', scratch];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  const rows = stdout.split('\n').filter((line) => line.startsWith('| '));
  const figures = rows.map((line) => line.split(' | ')[0]?.slice(2));
  expect(figures).toEqual(
    expect.arrayContaining([
      'load of colorado.csv',
      'load of submissions.zip, processor time',
      'index build',
      'lookup, uniform keys, requests/s',
      'lookup, hot keys, processor time',
      'search mix, processor time',
      '/sec/search, one filer, by CIK, processor time',
      '/search, typical: two words of a name',
    ]),
  );
  const values = rows.slice(2).flatMap((line) => line.split(' | ').slice(2, 5).map(Number));
  expect(values.length).toBeGreaterThan(60);
  for (const value of values) expect(value).toBeGreaterThan(0);
});
