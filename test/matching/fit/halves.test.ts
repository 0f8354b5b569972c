import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { groupOf } from '../../../bench/links/group.js';
import { measureHalves } from '../../../bench/links/halves.js';
import { fitTable, isFitHalf, Suites } from '../../../bench/links/tables.js';
import { record } from '../support.js';

const scratch = mkdtempSync(join(tmpdir(), 'dossier-halves-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Body {
  readonly id: string;
  readonly name: string;
  /** The answer that the file states. */
  readonly label: string;
}

/** Two queries for each body. The odd bodies are not in the reference. */
function suites(name: string, bodies: readonly Body[]): Suites {
  const folder = mkdtempSync(join(scratch, name));
  const write = (file: string, lines: readonly string[][]) =>
    writeFileSync(
      join(folder, `sec_time.${file}.tsv.gz`),
      gzipSync(lines.map((line) => line.join('\t')).join('\n')),
    );
  write('reference', [
    ['id', 'name', 'state'],
    ...bodies.filter(({ id }) => Number(id) % 2 === 0).map((body) => [body.id, body.name, 'ME']),
  ]);
  write('queries.dev', [
    ['qid', 'true_id', 'linkable', 'name', 'state'],
    ...bodies.flatMap((body) =>
      ['S2010', 'S2021'].map((year) => [
        `${year}_${body.id}`,
        body.label,
        body.label === '' ? '0' : '1',
        body.name,
        'ME',
      ]),
    ),
  ]);
  return new Suites(folder);
}

const WORDS = 'AMBER HERON QUILL ZEPHYR TIDEWATER LARCH COBALT MERIDIAN OSPREY JUNIPER'.split(' ');
const bodies: readonly Body[] = Array.from({ length: 100 }, (_, row) => {
  const id = String(1000 + row);
  const words = [row % 10, Math.floor(row / 10) % 10, (row * 7) % 10].map((at) => WORDS[at]);
  return { id, name: `${words.join(' ')} ${row} CO`, label: row % 2 === 0 ? id : '' };
});

describe('a fit on one half of the bodies', () => {
  it('links the other half, which it did not see', () => {
    const { fit, test } = measureHalves(suites('right', bodies), 'sec_time');
    expect(test).toMatchObject({ f1: 1, precision: 1, recall: 1 });
    expect(fit.queries + test.queries).toBe(200);
    expect(fit.queries % 2).toBe(0);
    expect(Math.min(fit.queries, test.queries)).toBeGreaterThan(70);
  });

  it('learns nothing from the half that is measured', () => {
    const turned = bodies.map((body) => (isFitHalf(body.id) ? body : { ...body, label: '' }));
    const [one, other] = [suites('one', bodies), suites('other', turned)];
    expect(fitTable(other, 'sec_time', isFitHalf).table).toEqual(fitTable(one, 'sec_time', isFitHalf).table);
    expect(measureHalves(other, 'sec_time').test.precision).toBe(0);
  });

  it('counts a record that is no candidate as a miss', () => {
    const renamed = bodies.map((body) => (isFitHalf(body.id) ? body : { ...body, label: `${body.label}9` }));
    expect(measureHalves(suites('renamed', renamed), 'sec_time').test.recall).toBe(0);
  });
});

describe('the body of a query', () => {
  it('is the right answer, else the number in its id', () => {
    const query = (id: string, answer?: string) =>
      groupOf({
        record: record(id, 'QUILL'),
        truth: answer === undefined ? undefined : { linkable: true, id: answer },
      });
    expect(query('C12FA4TZ11N3', '475168747')).toBe('475168747');
    expect(query('C12FA4TZ11N3')).toBe('C12FA4TZ11N3');
    expect(query('S2010_1000229')).toBe(query('S2021_1000229', '1000229'));
    expect(query('T010022320')).toBe('010022320');
  });
});
