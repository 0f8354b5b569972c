import type { Party } from '../../domain/records/dataset.js';
import { type Filer, isCompany, SEC_FILERS } from '../../domain/sec/sec.js';
import type { WeightsName } from '../../matching/weights/index.js';
import type { Catalog, StoredParty } from '../../store/store.js';

/** A data set whose parties are linked to entities. */
export interface LinkedDataset {
  readonly id: string;
  readonly weights: WeightsName;
  /** A body has one number in this data set, so several claimants of an entity exclude each other. */
  readonly oneParty: boolean;
  /** The keys of its parties are entity ids: no decision is needed, and no later link depends on them. */
  readonly byId?: boolean;
  /** Only entities of these states are candidates. Default: all. */
  readonly states?: readonly string[];
  readonly parties: (catalog: Catalog) => AsyncIterable<readonly StoredParty[]>;
  /** The number of items that `parties` yields. */
  readonly count: (catalog: Catalog) => Promise<number>;
  /** Changes whenever the parties may have changed; `undefined` if the data set is not loaded. */
  readonly run: (catalog: Catalog) => Promise<number | undefined>;
}

/**
 * In the order of linking: data sets with identifiers come first, because a link passes its identifier on to later data sets
 * (the EIN of the Business Master File to the returns, the UEI of a registration to the contracts).
 */
export const LINKED_DATASETS: readonly LinkedDataset[] = [
  dataset('us_irs_exempt_organizations', 'irs', true),
  dataset('us_irs_form_990', 'irs', true),
  dataset('us_sam_registrations', 'sam', false),
  dataset('us_usaspending_contracts', 'sam', false),
  {
    id: SEC_FILERS,
    weights: 'sec',
    oneParty: true,
    parties: filerParties,
    count: countFilers,
    run: secRun,
  },
  dataset('us_lda_filings', 'sam', false),
  dataset('us_sba_ppp', 'sam', false),
  { ...dataset('us_ct_ucc', 'sam', false), states: ['CT'] },
  { ...dataset('us_co_ucc', 'sam', false), states: ['CO'] },
  { ...dataset('us_ny_entity_filings', 'sam', false), states: ['NY'], byId: true },
];

function dataset(id: string, weights: WeightsName, oneParty: boolean): LinkedDataset {
  return {
    id,
    weights,
    oneParty,
    parties: (catalog) => catalog.datasets.scanParties(id),
    count: (catalog) => catalog.datasets.countParties(id),
    run: async (catalog) => (await catalog.datasets.state(id))?.run,
  };
}

/** Returns the parties of those keys that exist. */
export async function partiesOf(
  { id }: Pick<LinkedDataset, 'id'>,
  catalog: Pick<Catalog, 'datasets' | 'filings'>,
  keys: readonly string[],
): Promise<readonly StoredParty[]> {
  if (id !== SEC_FILERS) return await catalog.datasets.getParties(id, keys);
  return storedFilers(await catalog.filings.getFilers(keys.map((key) => Number(key.replace('cik:', '')))));
}

function storedFilers(filers: readonly Filer[]): StoredParty[] {
  return filers.flatMap((filer) => {
    const party = filerParty(filer);
    return party ? [{ party, hash: JSON.stringify(party) }] : [];
  });
}

async function* filerParties(catalog: Catalog): AsyncGenerator<readonly StoredParty[]> {
  for await (const filers of catalog.filings.scanFilers()) {
    yield storedFilers(filers);
  }
}

async function countFilers(catalog: Catalog): Promise<number> {
  let count = 0;
  for await (const filers of catalog.filings.scanFilers()) {
    count += filers.filter((filer) => filerParty(filer) !== undefined).length;
  }
  return count;
}

function filerParty(filer: Filer): Party | undefined {
  if (!isCompany(filer)) return undefined;
  const { cik, name, formerNames, ein, incorporationState, city, place, addresses = [] } = filer;
  const stateAt = (code: string | null) => (code !== null && /^[A-Z]{2}$/.test(code) ? code : '');
  const [address = { street: '', city: city ?? '', state: place, zip: '' }, ...others] = addresses;
  return {
    key: `cik:${cik}`,
    names: [
      { text: name, kind: 'current' },
      ...formerNames.map((former) => ({ text: former.name, kind: 'former' as const })),
    ],
    address: { ...address, state: stateAt(address.state) },
    ...(others.length > 0 && {
      otherAddresses: others.map((other) => ({ ...other, state: stateAt(other.state) })),
    }),
    ...(incorporationState !== null && { incorporationState }),
    identifiers: [
      { scheme: 'cik', value: String(cik) },
      ...(ein !== null && !/^(\d)\1+$/.test(ein) ? [{ scheme: 'ein' as const, value: ein }] : []),
    ],
  };
}

async function secRun(catalog: Catalog): Promise<number | undefined> {
  const sources = ['us_sec_submissions', 'us_sec_full_index', 'us_sec_daily_index', 'us_sec_tickers'];
  const states = await Promise.all(sources.map((source) => catalog.datasets.state(source)));
  const runs = states.flatMap((state) => state?.run ?? []);
  return runs.length === 0 ? undefined : Math.max(...runs);
}
