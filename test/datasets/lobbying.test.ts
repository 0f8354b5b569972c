import { describe, expect, it } from 'vitest';
import { easternDate, plainText, usLdaFilings } from '../../src/sources/us/lda/filings.js';
import { readTexts } from './read-dataset.js';

const filing = (values: Readonly<Record<string, unknown>>) => ({
  filing_uuid: 'u-1',
  filing_type: 'Q1',
  filing_year: 2026,
  filing_period: 'first_quarter',
  income: '50000.00',
  expenses: null,
  dt_posted: '2026-04-02T16:20:15-04:00',
  registrant: {
    id: 1,
    name: 'FIRM PARTNERS',
    contact_telephone: '+1 202-555-1234',
    state: 'DC',
    country: 'US',
  },
  client: { id: 7, name: 'INVENTED CORPORATION', state: 'MD', country: 'US' },
  lobbying_activities: [{ general_issue_code_display: 'Budget/Appropriations' }],
  ...values,
});
const read = async (...filings: readonly object[]) =>
  (await readTexts(usLdaFilings, JSON.stringify({ count: filings.length, results: filings }))).drafts;

describe('lobbying filings', () => {
  it('show income of a firm, or expenses of who lobbies for itself', async () => {
    const [firm] = await read(filing({}));
    const [own] = await read(filing({ income: null, expenses: '2450000.00' }));
    const [registration] = await read(filing({ filing_type: 'RR', income: null }));
    expect([firm, own, registration].map((draft) => draft?.document)).toMatchObject([
      { amount: 50_000 },
      { amount: 2_450_000 },
      { amount: null },
    ]);
  });

  it('replace what they amend: report and amendment have one key, and the one posted last wins', async () => {
    const drafts = await read(
      filing({ filing_type: '1A', dt_posted: '2026-05-02T09:00:00-04:00' }),
      filing({}),
      filing({ filing_type: 'RR' }),
      filing({ filing_period: 'second_quarter' }),
    );
    const [amended, first, registration, later] = drafts;
    expect(amended?.key).toBe(first?.key);
    expect((amended?.version ?? '') > (first?.version ?? '')).toBe(true);
    expect(new Set([first?.key, registration?.key, later?.key]).size).toBe(3);
  });

  it('name each issue once', async () => {
    const area = (name: string) => ({ general_issue_code_display: name });
    const [draft] = await read(
      filing({ lobbying_activities: [area('Taxation'), area('Defense'), area('Taxation')] }),
    );
    expect(draft?.document).toMatchObject({ issueArea: 'Taxation; Defense' });
  });

  it('give one client one party, whatever number each registrant has for it', async () => {
    const drafts = await read(
      filing({}),
      filing({ client: { id: 8, name: 'Invented  Corporation', state: 'MD' } }),
    );
    expect(new Set(drafts.map((draft) => draft.parties[0]?.key)).size).toBe(1);
  });

  it('of persons keep no address', async () => {
    const registrant = {
      id: 2,
      name: 'ANA MARIA RIVERA',
      address_1: '1 Home St',
      city: 'X',
      state: 'DC',
      country: 'US',
    };
    const [draft] = await read(filing({ registrant }));
    expect(draft?.parties[1]).not.toHaveProperty('address');
  });

  it('keep no phone', async () => {
    expect(JSON.stringify(await read(filing({})))).not.toContain('555');
  });

  it('refuse a document that holds none', async () => {
    await expect(readTexts(usLdaFilings, '{"detail":"Not found."}')).rejects.toThrow(
      'holds no lobbying filings',
    );
  });

  it.each([
    ['2026-04-02T23:30:00-04:00', '2026-04-02'],
    ['2026-04-03T03:30:00Z', '2026-04-02'],
    ['2026-01-03T04:30:00Z', '2026-01-02'],
    ['2026-04-02', undefined],
  ])('were posted at %s, in Eastern time on %s', (timestamp, date) => {
    expect(easternDate(timestamp)).toBe(date);
  });

  it('have character references in names, which are read', () => {
    expect(plainText(' AT&amp;T&#32;SERVICES&nbsp; INC ')).toBe('AT&T SERVICES INC');
  });
});
