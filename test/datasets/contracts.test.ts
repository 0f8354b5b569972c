import { describe, expect, it } from 'vitest';
import { usUsaspendingContracts } from '../../src/sources/us/usaspending/contracts.js';
import { csv, readTexts } from './read-dataset.js';

const shared = {
  contract_award_unique_key: 'CONT_AWD_0001_9700_N1_9700',
  award_id_piid: '0001',
  period_of_performance_start_date: '2015-07-29',
  awarding_agency_name: 'Department of Invention',
  recipient_uei: 'AAAAAAAAAAA1',
  recipient_name: 'INVENTED, INC.',
  recipient_name_raw: 'INVENTED INC',
  recipient_doing_business_as_name: '',
  recipient_address_line_1: '1 A ST',
  recipient_city_name: 'RESTON',
  recipient_state_code: 'VA',
  recipient_zip_4_code: '201905617',
  recipient_country_code: 'USA',
};
const action = (values: Readonly<Record<string, string>>) => ({
  ...shared,
  federal_action_obligation: '10.00',
  total_dollars_obligated: '',
  action_date: '2020-01-01',
  modification_number: '0',
  ...values,
});
const summary = (values: Readonly<Record<string, string>>) => ({
  ...shared,
  total_obligated_amount: '75.50',
  award_latest_action_date: '2025-01-01',
  ...values,
});
const documents = async (...texts: readonly string[]) =>
  (await readTexts(usUsaspendingContracts, ...texts)).drafts.map((draft) => draft.document);

describe('contracts', () => {
  it('are awards: however many actions, one record, with the total of the newest', async () => {
    const actions = csv(
      action({ total_dollars_obligated: '10.00' }),
      action({ total_dollars_obligated: '25.00', modification_number: 'P00002', action_date: '2021-03-01' }),
      action({ total_dollars_obligated: '20.00', modification_number: 'P00001', action_date: '2020-06-01' }),
    );
    expect(await documents(actions)).toMatchObject([
      { awardId: '0001', amount: 25, agency: 'Department of Invention', startDate: '2015-07-29' },
    ]);
  });

  it('have their newest action by its date, in any form of dates', async () => {
    const actions = csv(
      action({ action_date: '9/30/2019', total_dollars_obligated: '10.00' }),
      action({ action_date: '10/1/2020', total_dollars_obligated: '25.00', modification_number: '1' }),
      action({ action_date: '11/1/2019', total_dollars_obligated: '20.00', modification_number: '2' }),
    );
    expect(await documents(actions)).toMatchObject([{ amount: 25 }]);
    const latest = csv(summary({ award_latest_action_date: '9/30/2020' }));
    expect(await documents(actions, latest)).toMatchObject([{ amount: 25 }]);
  });

  it('have a UEI only if it is one', async () => {
    const uei = async (recipient_uei: string) => {
      const { drafts, warnings } = await readTexts(usUsaspendingContracts, csv(action({ recipient_uei })));
      return [drafts.map(({ parties }) => parties[0]?.key), warnings];
    };
    expect(await uei('aaaaaaaaaaa1')).toEqual([['uei:AAAAAAAAAAA1'], []]);
    expect(await uei('GSA_MIGRATION')).toEqual([['award:CONT_AWD_0001_9700_N1_9700'], []]);
    const reported = ['unknown_value: recipient_uei: 1.2E+11'];
    expect(await uei('1.2E+11')).toEqual([['award:CONT_AWD_0001_9700_N1_9700'], reported]);
  });

  it('of a delta file are loaded, but one that deletes an action is refused', async () => {
    const changed = action({ correction_delete_ind: 'C', total_dollars_obligated: '5.00' });
    expect(await documents(csv(changed))).toMatchObject([{ amount: 5 }]);
    await expect(documents(csv(changed, { ...changed, correction_delete_ind: 'D' }))).rejects.toThrow(
      'The files delete actions of awards',
    );
  });

  it('with one PIID are different awards where the key differs', async () => {
    const other = 'CONT_AWD_0001_9700_N2_9700';
    expect(await documents(csv(action({}), action({ contract_award_unique_key: other })))).toHaveLength(2);
  });

  it('without a total sum up what their actions obligate, to the cent', async () => {
    const actions = csv(
      action({ federal_action_obligation: '0.10' }),
      action({ federal_action_obligation: '0.20', modification_number: '1' }),
      action({ federal_action_obligation: '-0.05', modification_number: '2' }),
    );
    expect(await documents(actions)).toMatchObject([{ amount: 0.25 }]);
  });

  it.each([
    ['1', '0.00'],
    ['P00003', '1200.00'],
  ])(
    'have no amount where no total is given and the first action is not held (%s, %s)',
    async (number, obligated) => {
      const later = action({ modification_number: number, federal_action_obligation: obligated });
      expect(await documents(csv(later))).toMatchObject([{ amount: null }]);
      const total = action({ modification_number: number, total_dollars_obligated: '75.00' });
      expect(await documents(csv(total))).toMatchObject([{ amount: 75 }]);
    },
  );

  it('can be found again at USAspending', async () => {
    expect(await documents(csv(action({ parent_award_id_piid: 'N1' })))).toMatchObject([
      { uniqueAwardKey: 'CONT_AWD_0001_9700_N1_9700', parentAwardId: 'N1', recipientUei: 'AAAAAAAAAAA1' },
    ]);
  });

  it('take `NAN` and `-NONE-` for blank', async () => {
    const [draft] = (
      await readTexts(
        usUsaspendingContracts,
        csv(action({ recipient_uei: 'NAN', recipient_city_name: '-NONE-' })),
      )
    ).drafts;
    expect(draft?.parties[0]).toMatchObject({
      key: 'award:CONT_AWD_0001_9700_N1_9700',
      address: { city: '' },
    });
  });

  it.each([
    ['the summary', '2025-01-01', 75.5],
    ['the newest action', '2019-01-01', 10],
  ])('loaded in both layouts follow %s where it is newer', async (_, award_latest_action_date, amount) => {
    const texts = [
      csv(action({ total_dollars_obligated: '10.00' })),
      csv(summary({ award_latest_action_date })),
    ];
    expect(await documents(...texts)).toMatchObject([{ amount }]);
  });

  it('of persons keep no address', async () => {
    const person = { recipient_name: 'ANA MARIA RIVERA', recipient_name_raw: 'ANA MARIA RIVERA' };
    const [draft] = (await readTexts(usUsaspendingContracts, csv(summary(person)))).drafts;
    expect(draft?.parties[0]).not.toHaveProperty('address');
  });

  it('are linked by the recipient’s name of today and the one typed then', async () => {
    const [draft] = (await readTexts(usUsaspendingContracts, csv(summary({})))).drafts;
    expect(draft?.parties).toMatchObject([
      {
        key: 'uei:AAAAAAAAAAA1',
        names: [
          { text: 'INVENTED, INC.', kind: 'current' },
          { text: 'INVENTED INC', kind: 'former' },
        ],
        address: { zip: '20190' },
      },
    ]);
  });
});
