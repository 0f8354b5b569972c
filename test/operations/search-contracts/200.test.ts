import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContractItem } from '../../../src/contract/records/award.js';
import type { DatasetDraft, PartyName } from '../../../src/domain/records/dataset.js';
import type { ContractDocument } from '../../../src/domain/records/searched-records.js';
import { startService, type TestService } from '../../support/service.js';

const award = (
  awardId: string,
  more: Partial<ContractDocument> = {},
  others: readonly PartyName[] = [],
): DatasetDraft => {
  const document: ContractDocument = {
    awardId,
    amount: null,
    agency: null,
    startDate: null,
    recipientName: 'INVENTED, INC.',
    awardingSubAgency: null,
    endDate: null,
    awardType: null,
    description: null,
    naicsCode: null,
    naicsDescription: null,
    pscCode: null,
    ...more,
  };
  const names: readonly PartyName[] = [{ text: document.recipientName, kind: 'current' }, ...others];
  return {
    key: `CONT_AWD_${awardId}`,
    date: document.startDate ?? '',
    document,
    parties: [{ key: 'uei:A', names }],
  };
};

let service: TestService;
beforeAll(async () => {
  service = await startService({
    datasets: {
      us_usaspending_contracts: [
        award('full', {
          amount: 62_100.5,
          agency: 'Department of Invention',
          startDate: '2023-05-10',
          recipientName: 'J.P. MÜLLER & SONS, LLC',
          awardingSubAgency: 'Bureau of Wheels',
          endDate: '2023-05-26',
          awardType: 'PURCHASE ORDER',
          description: 'TRAINING',
          naicsCode: '611310',
          naicsDescription: 'COLLEGES',
          pscCode: 'U008',
          uniqueAwardKey: 'CONT_AWD_0001_9700_N1_9700',
          parentAwardId: 'N1',
          recipientUei: 'AAAAAAAAAAA1',
        }),
        award('small', { amount: 10, startDate: '2024-01-01', naicsCode: '541512', agency: 'Wheel Bureau' }),
        award('less', { amount: -5.25, startDate: '2024-01-01', naicsCode: '541519' }),
        award('bare'),
        award('renamed', { amount: 10, startDate: '2022-01-01' }, [
          { text: 'ZENITH WORKS CO', kind: 'former' },
          { text: 'MOON WORKS', kind: 'assumed' },
        ]),
        award('split', { recipientName: 'O REILLY AUTO PARTS, INC.' }),
        award('joined', { recipientName: 'OREILLY STORES LLC' }),
        award('apostrophe', { recipientName: "O'Reilly Ranch" }),
        award('short', { recipientName: 'U.S. STEELWORKS CORP' }),
        award('long', { recipientName: 'UNITED STATES STEEL WORKS CORP' }),
        award('america', { recipientName: 'MOTORS OF THE UNITED STATES OF AMERICA' }),
        award('ampersand', { recipientName: 'AT&T CORP' }),
        award('three', { recipientName: 'LONG HORN TOWING' }),
      ],
    },
  });
});
afterAll(() => service.close());

const search = (query: string) => service.get<ContractItem[]>(`/api/v1/contracts/search?${query}`);
const ids = async (query: string) => (await search(query)).data.map(({ awardId }) => awardId);

describe('GET /api/v1/contracts/search', () => {
  it('shows every key of an award', async () => {
    const { status, data, meta } = await search('recipient=muller');
    expect(status).toBe(200);
    expect(data).toEqual([
      {
        awardId: 'full',
        recipientName: 'J.P. MÜLLER & SONS, LLC',
        amount: 62_100.5,
        awardingAgency: 'Department of Invention',
        awardingSubAgency: 'Bureau of Wheels',
        startDate: '2023-05-10',
        endDate: '2023-05-26',
        awardType: 'PURCHASE ORDER',
        description: 'TRAINING',
        naicsCode: '611310',
        naicsDescription: 'COLLEGES',
        pscCode: 'U008',
        uniqueAwardKey: 'CONT_AWD_0001_9700_N1_9700',
        parentAwardId: 'N1',
        recipientUei: 'AAAAAAAAAAA1',
        entityId: null,
        url: 'https://www.usaspending.gov/award/CONT_AWD_0001_9700_N1_9700',
      },
    ]);
    expect(meta).toMatchObject({
      totalCount: 1,
      offset: 0,
      limit: 25,
      hasMore: false,
      source: 'USAspending',
      creditsUsed: 2,
    });
  });

  it('has null where nothing is held', async () => {
    const { data } = await search('recipient=invented&offset=3');
    expect(data[0]).toEqual({
      awardId: 'bare',
      recipientName: 'INVENTED, INC.',
      amount: null,
      awardingAgency: null,
      awardingSubAgency: null,
      startDate: null,
      endDate: null,
      awardType: null,
      description: null,
      naicsCode: null,
      naicsDescription: null,
      pscCode: null,
      uniqueAwardKey: null,
      parentAwardId: null,
      recipientUei: null,
      entityId: null,
      url: null,
    });
  });

  it.each([
    ['recipient=The+Muller+and+Sons+Limited+Liability+Company', ['full'], 'its form spelt otherwise'],
    ['recipient=Zenith+Works+Company', ['renamed'], 'a former name, its form spelt otherwise'],
    ['recipient=Muller+%26+Sons+Inc.', ['full'], 'another form, where none has that'],
    ['recipient=Invented+Incorporated&limit=1', ['less'], 'a form written out'],
    ['recipient=moon+wor+ks', ['renamed'], 'a word split'],
    ['recipient=oreilly', ['apostrophe', 'joined', 'split'], 'a word that others write in two'],
    ['recipient=o+reilly', ['apostrophe', 'joined', 'split'], 'two words that others write as one'],
    ["recipient=O'Reilly", ['apostrophe', 'joined', 'split'], 'a word with an apostrophe'],
    ['recipient=O%E2%80%99Reilly+Autoparts+Inc', ['split'], 'a word in two and two as one'],
    ['recipient=ranch+oreilly', ['apostrophe'], 'words in another order'],
    ['recipient=us+steel+works', ['long', 'short'], 'a country in letters'],
    ['recipient=U.S.+Steelworks', ['long', 'short'], 'a country in letters with dots'],
    ['recipient=United+States+Steelworks+Corporation', ['long', 'short'], 'a country written out'],
    ['recipient=motors+usa', ['america'], 'a country with its continent'],
    ['recipient=united+motors', ['america'], 'a word of a country'],
    ['recipient=att', ['ampersand'], 'letters that others join by a sign'],
    ['recipient=AT+T+Corporation', ['ampersand'], 'a sign left out'],
    ['recipient=long+horn+to+wing', ['three'], 'a word in two, beside others'],
    ['agency=dept+of+invention', ['full'], 'an abbreviation'],
    ['recipient=invented', ['less', 'small', 'renamed', 'bare'], 'newest first, ties by key, undated last'],
    ['recipient=invented&sort=amount', ['renamed', 'small', 'less', 'bare'], 'largest first, unknown last'],
    ['recipient=sons+JP+M%C3%BCller', ['full'], 'words in any order and spelling'],
    ['recipient=j.p.+muller+and+sons', ['full'], 'initials with dots'],
    ['recipient=zenith', ['renamed'], 'the name as typed'],
    ['recipient=moon', ['renamed'], 'the assumed name'],
    ['recipient=zenith+moon', [], 'words of two names'],
    ['recipient=invent', [], 'a part of a word'],
    ['agency=bureau', ['small', 'full'], 'agency or its part'],
    ['agency=wheels+department', [], 'words of agency and part'],
    ['agency=bureau&recipient=invented', ['small'], 'both names'],
    ['min_amount=10', ['small', 'full', 'renamed'], 'the least amount'],
    ['max_amount=10&min_amount=-5.25', ['less', 'small', 'renamed'], 'both bounds of the amount'],
    ['max_amount=-5.26', [], 'no amount below'],
    ['naics=541512', ['small'], 'the whole code'],
    ['naics=5415', ['less', 'small'], 'the beginning of a code'],
    ['start_date=2023-05-10&end_date=2024-01-01', ['less', 'small', 'full'], 'both boundary days'],
    ['end_date=2022-01-01', ['renamed'], 'an end alone, not the undated'],
    ['recipient=invented&limit=2&offset=1', ['small', 'renamed'], 'a page'],
    ['recipient=invented&offset=999999999999999', [], 'a page far behind the end'],
    ['recipient=%22+OR+recipient:*', [], 'words that would mean something to the engine'],
  ])('finds by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('counts exactly, says when more follow, and applies a limit above 100 as 100', async () => {
    expect((await search('recipient=invented&limit=1')).meta).toMatchObject({ totalCount: 4, hasMore: true });
    expect((await search('recipient=invented&limit=4')).meta).toMatchObject({ hasMore: false });
    expect((await search('recipient=invented&limit=101')).meta.limit).toBe(100);
  });

  it('takes as many words as a parameter holds', async () => {
    const words = Array.from({ length: 160 }, (_, index) => (index + 36).toString(36)).join('+');
    expect((await search(`recipient=${words}`)).status).toBe(200);
  });

  it('takes the names of USAspending for the orders', async () => {
    const byAmount = await ids('min_amount=-1000000000&sort=amount');
    const byDate = await ids('min_amount=-1000000000&sort=date');
    expect(byAmount).not.toEqual(byDate);
    for (const name of ['Award Amount', 'award_amount', ' AWARD  AMOUNT ']) {
      expect(await ids(`min_amount=-1000000000&sort=${encodeURIComponent(name)}`)).toEqual(byAmount);
    }
    expect(await ids('min_amount=-1000000000&sort=Start%20Date')).toEqual(byDate);
    const { status, body } = await search('min_amount=-1000000000&sort=constructor');
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('date, amount')]);
  });
});
