import { expect, it } from 'vitest';
import type { EntityDraft } from '../../../../src/domain/entity.js';
import type { PartyAddress } from '../../../../src/domain/places/address-parts.js';
import type { SecFact } from '../../../../src/domain/sec/sec.js';
import { filerFact } from '../../../../src/sources/us/sec/submissions.js';
import { useService } from '../../../support/use-service.js';

/** A company of Colorado's register whose office is in another state, and the address that the SEC has of it. */
interface Company {
  readonly name: string;
  readonly registered: string;
  readonly business: PartyAddress;
  readonly mailing?: PartyAddress;
}

const at = (street: string, city: string, state: string, zip: string) => ({ street, city, state, zip });
const COMPANIES: readonly Company[] = [
  {
    name: 'Bramble Loom Inc.',
    registered: 'ONE BRAMBLE PARK WAY, CUPERTINO, CA 95014',
    business: at('ONE BRAMBLE PARK WAY', 'CUPERTINO', 'CA', '95014'),
  },
  {
    name: 'Quillmark Systems Corp',
    registered: '1 Quill Road, Austin, TX 78725-1234',
    business: at('1 QUILL ROAD', 'AUSTIN', 'TX', '78725'),
  },
  {
    name: 'Heronfold Therapeutics, Inc.',
    registered: '1975 West El Camino Real Ste 204, Mountain View, CA 94040',
    business: at('1975 W. EL CAMINO REAL, SUITE 204', 'MOUNTAIN VIEW', 'CA', '94040'),
  },
  {
    name: 'Saltmarsh Trust Bancorp',
    registered: 'PO Box 77, Dover, DE 19901',
    business: at('4 Harbor St', 'Wilmington', 'DE', '19801'),
    mailing: at('P.O. BOX 77', 'DOVER', 'DE', '19901'),
  },
  {
    name: 'Tern & Cobalt Holdings plc',
    registered: '600 Peach Tree Rd NE, Second Floor, Atlanta, GA 30326',
    business: at('600 PEACHTREE ROAD NE, SECOND FLOOR', 'ATLANTA', 'GA', '30326'),
  },
];
/** So many that the other states count as not loaded. */
const PLAIN: readonly EntityDraft[] = Array.from({ length: 800 }, (_, row) => ({
  key: `9${row}`,
  name: `Plain Company ${row} LLC`,
  principalAddress: `${row} Long Rd, Denver, CO 80202`,
}));

function facts({ name, business, mailing }: Company, index: number): SecFact[] {
  const cik = 1_000 + index;
  const written = ({ street, city, state, zip }: PartyAddress) => ({
    ...{ street1: street, street2: null, city, stateOrCountry: state, zipCode: zip },
  });
  const addresses = { business: written(business), mailing: written(mailing ?? business) };
  const filed = { accession: `${String(cik).padStart(10, '0')}-22-000001`, filed: '2022-03-01' };
  return [
    filerFact(cik, { name, entityType: 'operating', sic: '3571', addresses }, () => {}),
    { kind: 'filing', cik, name, form: '10-K', ...filed },
  ];
}

const service = useService({
  entities: {
    us_co_business_entities: [
      ...COMPANIES.map(({ name, registered }, index) => ({
        key: `${index + 1}`,
        name,
        principalAddress: registered,
      })),
      ...PLAIN,
    ],
  },
  sec: { us_sec_submissions: COMPANIES.flatMap(facts) },
  datasets: {},
});

it.each(COMPANIES.map(({ name }, index) => [name, `CO:${index + 1}`] as const))(
  'a filer at the door of its record is linked, although no other state is loaded: %s',
  async (_, id) => {
    const { data, meta } = await service.get<{ federal?: { sec?: { totalCount: number } } }>(
      `/api/v1/entity/${id}?include=federal&explain=true`,
    );
    expect(data.federal?.sec?.totalCount, JSON.stringify(meta.links)).toBe(1);
  },
);

it('the search by the key of a filer returns the record, and the page of its filings links there', async () => {
  const { data } = await service.get<{ id: string }[]>('/api/v1/search?name=1000');
  expect(data.map(({ id }) => id)).toEqual(['CO:1']);
});

it('keeps no address of an individual', () => {
  const addresses = { business: {}, mailing: { street1: '4 ELM ST', city: 'OMAHA', stateOrCountry: 'NE' } };
  expect(filerFact(9, { name: 'ROE JANE', entityType: 'other', addresses }, () => {})).not.toHaveProperty(
    'addresses',
  );
});
