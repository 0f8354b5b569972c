import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { WarningTally } from '../../../src/ingest/report/warnings.js';
import { Meter } from '../../../src/ingest/run/meter.js';
import { progressView } from '../../../src/ingest/run/progress.js';

function view(isTTY: boolean, columns = 160) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns });
  let now = 0;
  const warnings = new WarningTally();
  const shown = progressView({ stream, title: 'us_co_register', clock: () => now });
  const meter = new Meter({
    clock: () => now,
    totalBytes: 4_000_000,
    warnings,
    report: (p) => shown.show(p),
  });
  const read = (rows: number, bytes: number, ms: number) => {
    now += ms;
    meter.addRows(rows);
    meter.addBytes(bytes);
  };
  return { read, end: () => shown.end('4,000 records'), text: () => String(stream.read() ?? '') };
}

test('a terminal gets one line drawn over itself, with rows, bytes, rate and time left', () => {
  const { read, end, text } = view(true);
  read(1_000, 500_000, 500);
  read(1_000, 500_000, 1_500);
  read(2_000, 0, 2_000);
  end();
  const drawn = text();
  expect(drawn.split('\n')).toHaveLength(2);
  expect(drawn.split('\r').slice(-2)).toEqual([
    '\x1b[Kus_co_register  [######..................]  reading, 25 %, 4,000 rows, 1.0 of 4.0 MB, 1,000 rows/s, 12 s left',
    '\x1b[Kus_co_register  [########################]  4,000 records\n',
  ]);
});

test.each([20, 80, 81])(
  'no line is as wide as a terminal of %i columns, or it could not be drawn over',
  (columns) => {
    const { read, end, text } = view(true, columns);
    read(1_000, 500_000, 500);
    read(1_000, 500_000, 1_500);
    end();
    const lines = text()
      .split('\r\x1b[K')
      .map((line) => line.trimEnd());
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(columns);
    expect(lines.every((line) => line === '' || line.startsWith('us_co_register'))).toBe(true);
  },
);

test('elsewhere a line is written every few seconds', () => {
  const { read, end, text } = view(false);
  for (let second = 0; second < 12; second += 1) read(100, 1_000, 1_000);
  end();
  const lines = text().trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toBe('us_co_register: 4,000 records');
  expect(lines[0]).toMatch(/^us_co_register: reading, 0 %, 500 rows, /);
});
