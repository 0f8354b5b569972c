import { describe, expect, it } from 'vitest';
import type { Figure, Report } from '../../bench/measuring/figures.js';
import { withTable } from '../../bench/measuring/report-table.js';

const PAGE = 'above\n<!-- table: written by bench:table -->\nold\n<!-- /table -->\nbelow\n';
const figure = (value: number, more: Partial<Figure> = {}): Figure => ({
  part: 'start',
  name: 'start to ready',
  value,
  unit: 's',
  reference: { name: 'raw', value: 0.5, unit: 's' },
  ...more,
});
const report = (filings: number, ...figures: Figure[]): Report => ({
  entities: 1_000_000,
  filings,
  machine: '2 cores',
  measuredAt: '2026-11-20T00:00:00.000Z',
  figures,
});

describe('the table of the bench', () => {
  it('replaces what stood between its marks, and nothing else', () => {
    const page = withTable(PAGE, [report(5e6, figure(1))]);
    expect(page).toMatch(/^above\n/);
    expect(page).toMatch(/below\n$/);
    expect(page).not.toContain('old');
    expect(withTable(page, [report(5e6, figure(1))])).toBe(page);
  });

  it('has a figure in one line with its value at every size, the smaller size first', () => {
    const page = withTable(PAGE, [report(20e6, figure(3)), report(5e6, figure(1.23456))]);
    expect(page).toContain('| figure | 1 M entities, 5 M filings |');
    expect(page).toContain('| start to ready | 1.23 s | raw: 0.5 s | 2.47 | 3 s | raw: 0.5 s | 6 |');
  });

  it('puts a size that is new to the page in its place, too', () => {
    const page = withTable(PAGE, [report(20e6, figure(3))]);
    const smaller = { ...report(900_000, figure(1)), entities: 50_000 };
    expect(withTable(page, [smaller])).toMatch(
      /50,000 entities, 900,000 filings .* 1 M entities, 20 M filings/,
    );
  });

  it('says where a figure was not measured at a size', () => {
    const page = withTable(PAGE, [report(5e6), report(20e6, figure(3))]);
    expect(page).toContain('| start to ready | not measured |  |  | 3 s |');
  });

  it('takes the later of two reports of one size', () => {
    const page = withTable(PAGE, [report(5e6, figure(1)), report(5e6, figure(2))]);
    expect(page).toContain('| start to ready | 2 s |');
    expect(page.match(/start to ready/g)).toHaveLength(1);
  });

  it('keeps what is not measured again, and puts a new line beside those of its command', () => {
    const index = figure(9, { name: 'the index', part: 'index', reference: null });
    const before = withTable(PAGE, [report(5e6, figure(1), index), report(20e6, figure(3), index)]);
    const later = {
      ...report(20e6, figure(4), figure(7, { name: 'stop' })),
      measuredAt: '2026-12-01T00:00:00Z',
    };
    const after = withTable(before, [later]);
    const names = after.split('\n').flatMap((line) => /^\| (start|stop|the index)/.exec(line)?.[1] ?? []);
    expect(names).toEqual(['start', 'stop', 'the index']);
    expect(after).toContain('| start to ready | 1 s | raw: 0.5 s | 2 | 4 s | raw: 0.5 s | 8 |');
    expect(after).toContain('| the index | 9 s | - | - | 9 s | - | - |');
    expect(after).toContain('| stop | not measured |  |  | 7 s |');
    expect(after).toContain('2026-11-20 to 2026-12-01');
  });

  it('names the command of every line', () => {
    const compared = figure(1, { name: 'theirs', part: 'compare:fts5', reference: null });
    const page = withTable(PAGE, [report(5e6, figure(1), compared)]);
    expect(page).toContain('`npm run bench -- --only start`');
    expect(page).toContain('| theirs | 1 s | - | - | `npm run bench:compare -- --engine fts5` |');
  });

  it('refuses a page without a place for it', () => {
    expect(() => withTable('nothing here', [])).toThrow('has no');
  });
});
