import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExplainedLink } from '../../../../src/contract/records/entity.js';
import { startService, type TestService } from '../../../support/service.js';

const DENVER = { street: '1 INVENTED WAY', city: 'DENVER', state: 'CO', zip: '80202' };
const LINE = '1 INVENTED WAY, DENVER, CO 80202';
const WORDS = 'ASPEN BIRCH CEDAR DAHLIA ELDER FALCON GRANITE HERON IVORY JUNIPER'.split(' ');
const TRADES = 'ROOFING BAKERY FLORIST PLUMBING TOWING PRINTING CATERING FRAMING'.split(' ');

let service: TestService;
beforeAll(async () => {
  const neighbours = WORDS.flatMap((word, one) =>
    TRADES.map((trade, two) => ({
      key: `N${one}${two}`,
      name: `${word} ${trade} LLC`,
      principalAddress: `${one}${two} SIDE ST, DENVER, CO 80202`,
    })),
  );
  const twins = ['1', '2'].map((key) => ({ key, name: 'SUMMIT LANTERN WORKS LLC', principalAddress: LINE }));
  service = await startService({
    entities: { us_co_business_entities: [...neighbours, ...twins] },
    datasets: {
      us_sba_ppp: [
        {
          key: 'a',
          document: { loanNumber: 'a', dateApproved: null, amount: 1 },
          parties: [
            {
              key: 'borrower:a',
              names: [{ text: 'SUMMIT LANTERN WORKS LLC', kind: 'current' }],
              address: DENVER,
            },
          ],
        },
      ],
    },
  });
});
afterAll(() => service.close());

it('a link that nothing decides tells all candidates, the record itself first, each with its evidence', async () => {
  const { meta } = await service.get('/api/v1/entity/CO:2?include=ppp&explain=true');
  const [link] = meta.links as ExplainedLink[];
  expect(link).toMatchObject({ outcome: 'ambiguous', attached: false, rivals: 1 });
  expect(link?.candidates).toMatchObject([
    { id: 'CO:2', name: 'SUMMIT LANTERN WORKS LLC', state: 'CO' },
    { id: 'CO:1', name: 'SUMMIT LANTERN WORKS LLC', state: 'CO' },
  ]);
  expect(link?.candidates?.every(({ evidence }) => evidence.length > 1)).toBe(true);
});

it('its page shows them side by side', async () => {
  const html = await (await fetch(`${service.url}/entity/CO:2`)).text();
  expect(html).toContain('<caption>2 of 2 records that may be borrower:a, this one first</caption>');
  expect(html).toMatch(/<th scope="col">In the data set<\/th><th scope="col"><a href="\/entity\/CO%3A2">/);
});
