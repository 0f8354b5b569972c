import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usSamEntities } from '../../src/sources/us/sam/entities.js';
import { usSamRegistrations } from '../../src/sources/us/sam/registrations.js';
import { readDrafts } from '../sources/read-source.js';
import { readTexts } from './read-dataset.js';

const BOF = 'BOF PUBLIC V2 00000000 20260906 0000001 0000001';
const EOF = BOF.replace('BOF', 'EOF');

/** A line of 142 fields; those named stand at their place, counted from 1. */
function line(values: Readonly<Record<number, string>>): string {
  const given: Record<number, string> = {
    ...{
      1: 'AAAAAAAAAAA1',
      4: '00123',
      6: 'A',
      9: '20270417',
      12: 'INVENTED, INC.',
      16: '1 A ST',
      18: 'RESTON',
    },
    ...{
      19: 'VA',
      20: '20190',
      21: '5617',
      22: 'USA',
      24: ' ',
      28: '2L',
      29: 'DE',
      32: '2X~MF ',
      33: '541715',
    },
    ...values,
  };
  return Array.from({ length: 142 }, (_, place) => (place === 141 ? '!end' : (given[place + 1] ?? ''))).join(
    '|',
  );
}

const read = async (values: Readonly<Record<number, string>>) =>
  (await readTexts(usSamRegistrations, [BOF, line(values), EOF, ''].join('\n'))).drafts[0];

describe('the SAM public extract', () => {
  it('is read by position: codes keep their zeros, lists lose their blanks', async () => {
    expect((await read({}))?.document).toEqual({
      uei: 'AAAAAAAAAAA1',
      cageCode: '00123',
      naicsCode: '541715',
      businessTypes: ['2X', 'MF'],
      extractCode: 'A',
      expirationDate: '2027-04-17',
      officers: [],
    });
  });

  it('cuts the size mark off an industry code', async () => {
    expect((await read({ 33: '541330E' }))?.document).toMatchObject({ naicsCode: '541330' });
  });

  it('names contacts as officers, one without a title by the role of its block', async () => {
    const draft = await read({ 47: 'ANA', 48: 'M', 49: 'RIVERA', 50: 'CFO', 69: 'BO', 71: 'LEE' });
    expect(draft?.document).toMatchObject({
      officers: [
        { name: 'ANA M RIVERA', title: 'CFO' },
        { name: 'BO LEE', title: 'Past performance contact' },
      ],
    });
  });

  it.each([
    ['first', [{ 4: 'AAAA1' }, { 3: '0001', 4: '' }, { 3: '0002', 4: 'BBBB2' }]],
    ['in between', [{ 3: '0001', 4: '' }, { 4: 'AAAA1' }, { 3: '0002', 4: 'BBBB2' }]],
    ['last', [{ 3: '0002', 4: 'BBBB2' }, { 3: '0001', 4: '' }, { 4: 'AAAA1' }]],
    [
      'missing, and the lowest one counts',
      [
        { 3: '0002', 4: 'BBBB2' },
        { 3: '0001', 4: 'AAAA1' },
      ],
    ],
  ])('of several rows takes the one without an EFT indicator: %s', async (_, rows) => {
    const text = [BOF, ...rows.map((values) => line(values)), EOF, ''].join('\n');
    const { drafts } = await readTexts(usSamRegistrations, text);
    expect(drafts.map(({ document }) => (document as { cageCode: string }).cageCode)).toEqual(['AAAA1']);
  });

  it('reads the same row for the record and refuses a UEI of another form', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-sam-'));
    const path = join(folder, 'sam.dat');
    const rows = [
      line({ 3: '0001', 12: 'BANK ACCOUNT, INC.' }),
      line({}),
      line({ 3: '0002', 12: 'OTHER' }),
      line({ 1: 'TOOSHORT' }),
    ];
    writeFileSync(path, [BOF, ...rows, EOF, ''].join('\n'));
    const { drafts, warnings } = await readDrafts(usSamEntities, [path]);
    rmSync(folder, { recursive: true });
    expect(drafts.map(({ key, name }) => [key, name])).toEqual([['AAAAAAAAAAA1', 'INVENTED, INC.']]);
    expect(warnings).toMatchObject({
      'rejected_row: uei is not a UEI (12 letters and digits): TOOSHORT': 1,
    });
  });

  it('leaves out a CAGE code of another form and reports it', async () => {
    const { drafts, warnings } = await readTexts(
      usSamRegistrations,
      [BOF, line({ 4: '1.2E+05' }), EOF, ''].join('\n'),
    );
    expect(drafts[0]?.document).toMatchObject({ cageCode: null });
    expect(warnings).toEqual(['unknown_value: cage_code: 1.2E+05']);
  });

  it('gives a sole proprietor with a person’s name no address', async () => {
    const draft = await read({ 12: 'ANA MARIA RIVERA', 28: '2J' });
    expect(draft?.parties[0]).not.toHaveProperty('address');
  });

  it('leaves out who asked not to be shown', async () => {
    expect(await read({ 119: 'NPDY' })).toBeUndefined();
  });

  it('refuses a file without its last line: it was cut', async () => {
    await expect(readTexts(usSamRegistrations, `${BOF}\n${line({})}\n`)).rejects.toThrow(
      'is truncated: its last line does not start with EOF',
    );
  });

  it('rejects a row with a stray separator and goes on', async () => {
    const text = [BOF, `${line({})}|`, line({}), EOF, ''].join('\n');
    const { drafts, warnings } = await readTexts(usSamRegistrations, text);
    expect(drafts).toHaveLength(1);
    expect(warnings).toEqual([
      'row_shape: file-0.txt: 143 fields instead of 142',
      'declared_count: file-0.txt contains 2 rows, but declares 1',
      'partial_record: not changed, because a row of it could not be read',
    ]);
  });

  it('refuses the layout of 2014, whose fields stand elsewhere', async () => {
    const old = BOF.replace(' V2', '');
    const file = [old, line({}), old.replace('BOF', 'EOF'), ''].join('\n');
    await expect(readTexts(usSamRegistrations, file)).rejects.toThrow('is not in a format of this source');
  });
});
