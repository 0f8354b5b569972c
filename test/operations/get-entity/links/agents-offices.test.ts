import { expect, it } from 'vitest';
import { useService } from '../../../support/use-service.js';

const office = '7901 4TH ST N STE 300, ST. PETERSBURG, FL 33702';
const respelt = '7901 Fourth Street North, Suite 300, Saint Petersburg, FL 33702-1234';
const shops = ['500 Oak Street, Suite 4', '500 Oak St STE 4', '500 Oak St #4'].map(
  (street) => `${street}, Denver, CO 80202`,
);

const service = useService({
  entities: {
    us_co_business_entities: [
      { key: '1', name: 'ALBA LLC', registeredAgent: { name: 'REGISTERED AGENTS INC', address: office } },
      { key: '2', name: 'BOREAS LLC', principalAddress: respelt },
      { key: '3', name: 'CALIMA LLC', principalAddress: office },
      { key: '4', name: 'DAMSIN LLC', registeredAgent: { name: 'REGISTERD AGENTS INC', address: respelt } },
      { key: '5', name: 'ELVE LLC', registeredAgent: { name: 'REGISTERD AGENTS INC', address: office } },
      { key: '6', name: 'INCORP SERVICES, INC.', principalAddress: '9 Elm Rd, Reno, NV 89501' },
      { key: '7', name: 'FOEHN LLC', principalAddress: '9 Elm Road, Reno, NV 89501' },
      { key: '8', name: 'GHIBLI LLC', principalAddress: '9 Elm Road, Reno, NV 89501' },
      {
        key: '20',
        name: 'HARMATTAN LLC',
        registeredAgent: { name: 'NORTHWEST REGSITERED AGENT LLC', address: '5 Ash Ave, Boise, ID 83702' },
      },
      { key: '21', name: 'KHAMSIN LLC', principalAddress: '5 Ash Avenue, Boise, ID 83702' },
      { key: '22', name: 'LEVANTER LLC', principalAddress: '5 Ash Avenue, Boise, ID 83702' },
      ...shops.map((principalAddress, at) => ({ key: `1${at}`, name: `SHOP ${at} LLC`, principalAddress })),
    ],
  },
  datasets: {},
});

const related = async (id: string) => {
  const { data, meta } = await service.get<{ related?: { items: { id: string }[] } }>(
    `/api/v1/entity/${id}?include=related`,
  );
  const { outcome, excluded = [] } = (
    meta.enrichment as { related: { outcome: string; excluded?: object[] } }
  ).related;
  return { outcome, excluded: excluded.length, ids: data.related?.items.map((item) => item.id).sort() };
};

it.each(['1', '2', '3', '4', '5', '6', '7', '8', '20', '21', '22'])(
  'the office of a commercial agent relates nobody: CO:%s',
  async (key) => {
    const { outcome, ids } = await related(`CO:${key}`);
    expect([outcome, ids]).toEqual(['none', undefined]);
  },
);

it('says what it left out', async () => {
  expect((await related('CO:2')).excluded).toBe(1);
});

it('an address relates those that are there, in any spelling', async () => {
  expect((await related('CO:10')).ids).toEqual(['CO:11', 'CO:12']);
  expect((await related('CO:11')).ids).toEqual(['CO:10', 'CO:12']);
});
