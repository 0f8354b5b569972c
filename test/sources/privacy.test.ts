import { describe, expect, test } from 'vitest';
import { SOURCES } from '../../src/sources/index.js';
import { usTxFranchiseTaxpayers } from '../../src/sources/us/tx/franchise-taxpayers.js';
import { inputsOf } from './checks.js';
import { readDrafts } from './read-source.js';

const TESTS = import.meta.dirname;

/** The samples write what must not pass so that it can be told: `1 HOME ST`, 555-01xx, example.com, 299999999xx. */
const PRIVATE = /\bHOME (?:ST|LN|RD|ROW)\b|555-?01\d\d|@example|29999999\d{3}/i;

describe.each(SOURCES.filter((source) => source.kind === 'entities'))('$id', (source) => {
  test('passes on no home, telephone, e-mail or social security number, not even in a warning', async () => {
    const { drafts, warnings } = await readDrafts(source, inputsOf(source.id, TESTS));
    expect(JSON.stringify({ drafts, warnings })).not.toMatch(PRIVATE);
  });
});

describe('a Texas taxpayer number that is a social security number', () => {
  test('is neither key, link nor warning, with and without a file number', async () => {
    const { drafts } = await readDrafts(usTxFranchiseTaxpayers, inputsOf('us_tx_franchise_taxpayers', TESTS));
    expect(drafts.map(({ name }) => name)).not.toContain('A PERSON WHOSE NUMBER IS A SOCIAL SECURITY NUMBER');
    const member = drafts.find(({ name }) => name === 'ONE MEMBER PRETEND');
    expect(member).toMatchObject({ key: '0805000002', linkKeys: [] });
  });

  test('is never asked of the portal', () => {
    expect(usTxFranchiseTaxpayers.portal?.key).toEqual(['secretary_of_state_sos_or_coa_file_number']);
  });
});
