import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LobbyingItem } from '../../../src/contract/records/lobbying.js';
import type { DatasetDraft } from '../../../src/domain/records/dataset.js';
import type { LobbyingDocument } from '../../../src/domain/records/searched-records.js';
import { startService, type TestService } from '../../support/service.js';

const activity = (issueCode: string | null) => ({
  issueCode,
  issueDescription: 'Issue',
  description: 'Rules.',
});
const filing = (filingId: string, more: Partial<LobbyingDocument> = {}): DatasetDraft => {
  const document: LobbyingDocument = {
    registrantName: 'PENN PARTNERS',
    clientName: 'INVENTED CORPORATION',
    amount: null,
    issueArea: null,
    filingDate: null,
    filingId,
    filingType: null,
    filingYear: null,
    filingPeriod: null,
    registrantId: null,
    clientId: null,
    clientDescription: null,
    income: null,
    expenses: null,
    activities: [],
    documentUrl: null,
    ...more,
  };
  return { key: `key-${filingId}`, date: document.filingDate ?? '', document, parties: [] };
};

let service: TestService;
beforeAll(async () => {
  service = await startService({
    datasets: {
      us_lda_filings: [
        filing('u-full', {
          registrantName: 'AVENUE FIRM, LLC',
          clientName: 'WHEEL & SONS',
          filingDate: '2026-04-02',
          filingType: 'Q1',
          filingYear: 2026,
          filingPeriod: 'first_quarter',
          filingTypeDisplay: '1st Quarter - Report',
          filingPeriodDisplay: '1st Quarter (Jan 1 - Mar 31)',
          registrantId: 7,
          clientId: 8,
          clientDescription: 'Makers of wheels.',
          income: 50_000,
          activities: [activity('TAX'), activity('BUD')],
          documentUrl: 'https://lda.example/u-full',
        }),
        filing('u-bare'),
        filing('u-split', { clientName: 'L OREAL USA', registrantName: 'MC GUIRE WOODS' }),
        filing('u-joined', {
          clientName: "L'Or\u00e9al of the United States of America",
          registrantName: 'McGuireWoods LLP',
        }),
        filing('u-b', { filingDate: '2025-01-01', filingType: '1@y', filingYear: 2024 }),
        filing('u-a', { filingDate: '2025-01-01', filingYear: 2025, activities: [activity('TAX')] }),
      ],
    },
  });
});
afterAll(() => service.close());

const search = (query: string) => service.get<LobbyingItem[]>(`/api/v1/lobbying/search?${query}`);
const ids = async (query: string) => (await search(query)).data.map(({ filingId }) => filingId);

describe('GET /api/v1/lobbying/search', () => {
  it('shows every key of a filing', async () => {
    const { data, meta } = await search('client_name=sons+wheel');
    expect(data).toEqual([
      {
        filingId: 'u-full',
        filingDate: '2026-04-02',
        filingType: 'Q1',
        filingYear: 2026,
        filingPeriod: 'first_quarter',
        filingTypeDisplay: '1st Quarter - Report',
        filingPeriodDisplay: '1st Quarter (Jan 1 - Mar 31)',
        registrant: { name: 'AVENUE FIRM, LLC', id: 7, entityId: null },
        client: { name: 'WHEEL & SONS', id: 8, generalDescription: 'Makers of wheels.', entityId: null },
        income: 50_000,
        expenses: null,
        lobbyingActivities: [activity('TAX'), activity('BUD')],
        documentUrl: 'https://lda.example/u-full',
        entityId: null,
      },
    ]);
    expect(meta).toMatchObject({
      totalCount: 1,
      offset: 0,
      limit: 25,
      hasMore: false,
      source: 'Lobbying Disclosure Act',
      creditsUsed: 2,
    });
  });

  it('has null where nothing is held', async () => {
    expect((await search('client_name=invented&offset=2')).data).toEqual([
      {
        filingId: 'u-bare',
        filingDate: null,
        filingType: null,
        filingYear: null,
        filingPeriod: null,
        filingTypeDisplay: null,
        filingPeriodDisplay: null,
        registrant: { name: 'PENN PARTNERS', id: null, entityId: null },
        client: { name: 'INVENTED CORPORATION', id: null, generalDescription: null, entityId: null },
        income: null,
        expenses: null,
        lobbyingActivities: [],
        documentUrl: null,
        entityId: null,
      },
    ]);
  });

  it.each([
    ['client_name=invented', ['u-a', 'u-b', 'u-bare'], 'newest first, ties by id, undated last'],
    ['client_name=The+Invented+Company&limit=1', ['u-a'], 'a form that the client has not'],
    ['client_name=penn', [], 'a word of the other party'],
    ['registrant_name=partners', ['u-a', 'u-b', 'u-bare'], 'who lobbies'],
    ['client_name=wheel&registrant_name=avenue', ['u-full'], 'both parties'],
    ['client_name=loreal+usa', ['u-joined', 'u-split'], 'a word that others write in two'],
    [
      "client_name=L'Oreal+United+States+of+America",
      ['u-joined', 'u-split'],
      'a country in its other spelling',
    ],
    ['client_name=loral', [], 'another name'],
    ['registrant_name=mcguire+woods', ['u-joined', 'u-split'], 'words joined otherwise'],
    ['registrant_name=mc+guire+woods', ['u-joined', 'u-split'], 'three words that others write as one'],
    ['registrant_name=mcguirewoods&client_name=l+oreal', ['u-joined'], 'both parties, written otherwise'],
    ['issue_code=tax', ['u-full', 'u-a'], 'an issue, in either case'],
    ['issue_code=BUD', ['u-full'], 'the second issue'],
    ['filing_year=2025', ['u-a'], 'the year told of, not that of posting'],
    ['filing_type=1@Y', ['u-b'], 'a type, in either case'],
    ['filing_type=q1&filing_year=2025', [], 'both'],
    ['client_name=invented&limit=1&offset=1', ['u-b'], 'a page'],
  ])('finds by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('counts exactly, says when more follow, and applies a limit above 100 as 100', async () => {
    expect((await search('client_name=invented&limit=1')).meta).toMatchObject({
      totalCount: 3,
      hasMore: true,
    });
    expect((await search('client_name=invented&limit=999')).meta).toMatchObject({
      limit: 100,
      hasMore: false,
    });
  });
});
