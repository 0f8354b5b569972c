import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';

const AWARDS = 'us_usaspending_contracts';
const LOANS = 'us_sba_ppp';
const LINE = '1 SHARED WAY, DENVER, CO 80202';

const BLANK = {
  program: null,
  naicsCode: null,
  lender: null,
  status: null,
  jobsReported: null,
  amountRange: null,
  forgivenessAmount: null,
  forgivenessDate: null,
};

let service: TestService;
beforeAll(async () => {
  const day = (at: number) => `2020-0${1 + Math.floor(at / 28)}-${String((at % 28) + 1).padStart(2, '0')}`;
  const party = (key: string) => [{ key, names: [{ text: 'HERON WORKS INC', kind: 'current' as const }] }];
  service = await startService({
    entities: {
      us_co_business_entities: [
        { key: '1', name: 'HERON WORKS INC', principalAddress: LINE },
        ...Array.from({ length: 40 }, (_, at) => ({
          key: `N${at}`,
          name: `NEIGHBOUR ${at} LLC`,
          principalAddress: LINE,
        })),
        ...Array.from({ length: 9_000 }, (_, at) => ({ key: `F${at}`, name: `FAR ${at} LLC` })),
      ],
    },
    datasets: {
      [AWARDS]: Array.from({ length: 60 }, (_, at) => ({
        key: `CONT_AWD_${at}`,
        date: day(at),
        document: { awardId: `A${at}`, amount: at, agency: 'A', startDate: day(at) },
        parties: party('uei:AAAAAAAAAAA1'),
      })),
      [LOANS]: Array.from({ length: 30 }, (_, at) => ({
        key: `L${at}`,
        date: day(at),
        document: { ...BLANK, loanNumber: `L${at}`, dateApproved: day(at), amount: 1 },
        parties: party('borrower:1'),
      })),
    },
  });
  const { links } = service.app.store;
  const confirmed = { verdict: 'confirmed', note: '', at: 1, entity: 'CO:1' } as const;
  await links.correct({ ...confirmed, dataset: AWARDS, party: 'uei:AAAAAAAAAAA1' });
  await links.correct({ ...confirmed, dataset: LOANS, party: 'borrower:1' });
});
afterAll(() => service.close());

interface Listed {
  readonly federal: {
    readonly contracts: { readonly items: { awardId: string }[]; readonly totalCount: number };
  };
}
const awards = async (offset: number) => {
  const { data } = await service.get<Listed>(`/api/v1/entity/CO:1?include=federal&offset=${offset}`);
  const { items, totalCount } = data.federal.contracts;
  return { ids: items.map(({ awardId }) => awardId), totalCount };
};
const open = async (path: string) => {
  const answer = await fetch(service.url + path);
  return { status: answer.status, html: await answer.text() };
};

test('offset turns the pages of an included list, each item once, newest first', async () => {
  const pages = await Promise.all([0, 25, 50, 75].map(awards));
  expect(pages.map(({ ids }) => ids.length)).toEqual([25, 25, 10, 0]);
  expect(pages.flatMap(({ ids }) => ids)).toEqual(Array.from({ length: 60 }, (_, at) => `A${59 - at}`));
  expect(new Set(pages.map(({ totalCount }) => totalCount))).toEqual(new Set([60]));
  expect((await service.get('/api/v1/entity/CO:1?include=federal&offset=-1')).status).toBe(400);
});

describe('pages', () => {
  test('the record leads to the further ones of a list', async () => {
    const { html } = await open('/entity/CO:1');
    expect(html).toContain('<a href="/entity/CO%3A1/contracts?offset=25">Further awards</a>');
    expect(html).toContain('<a href="/entity/CO%3A1/loans?offset=25">Further loans</a>');
    expect(html).not.toContain('Further lien filings');
  });

  test.each([
    ['contracts', 60, 'A34'],
    ['loans', 30, 'L4'],
  ])('%s go on page by page', async (kind, count, first) => {
    const { status, html } = await open(`/entity/CO:1/${kind}?offset=25`);
    expect(status).toBe(200);
    expect(html).toMatch(new RegExp(`<tbody><tr><th scope="row">${first}</th>`));
    expect(html).toContain(`26 to ${Math.min(50, count)} of ${count}`);
    expect(html.includes('rel="next"')).toBe(count > 50);
    expect(html).toContain('id="source-2"');
  });

  test.each([
    ['contracts', 60, 'awardId', 'A59'],
    ['loans', 30, 'loanNumber', 'L29'],
  ])('%s are a file with all %i rows', async (kind, count, key, first) => {
    expect((await open(`/entity/CO:1/${kind}`)).html).toContain(`href="/entity/CO%3A1/${kind}.csv"`);
    const { status, html } = await open(`/entity/CO:1/${kind}.csv`);
    const rows = parse(html, { bom: true, columns: true }) as Readonly<Record<string, string>>[];
    expect([status, rows.length, rows[0]?.[key]]).toEqual([200, count, first]);
    expect((await open(`/entity/CO:404/${kind}.xlsx`)).status).toBe(404);
  });

  test('relations go on, too', async () => {
    const { html } = await open('/entity/CO:1/relations?offset=25');
    expect(html).toContain('15 of 40 relations');
    expect(html).toContain('26 to 40 of 40');
  });

  test('a list that is empty, one behind its end, and a wrong offset', async () => {
    expect((await open('/entity/CO:1/liens')).html).toContain('Nothing is linked to this record.');
    expect((await open('/entity/CO:1/contracts?offset=100')).html).toContain('No more entries.');
    expect((await open('/entity/CO:1/contracts?offset=x')).status).toBe(400);
  });
});
