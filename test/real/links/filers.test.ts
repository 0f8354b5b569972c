import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { oneLineAddress } from '../../../src/domain/places/addresses.js';
import type { FilerFact, SecFact } from '../../../src/domain/sec/sec.js';
import { usSecSubmissions } from '../../../src/sources/us/sec/submissions.js';
import { readFacts } from '../../sources/read-source.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { startService } from '../../support/service.js';

const skip = withoutRealData('filers at the doors of their records');

/** Records of Colorado alone, so that the states of the filers' offices count as not loaded. */
const PLAIN: readonly EntityDraft[] = Array.from({ length: 5_000 }, (_, row) => ({
  key: `9${row}`,
  name: `Plain Company ${row} LLC`,
  principalAddress: `${row} Long Rd, Denver, CO 80202`,
}));

describe.skipIf(skip)('filers at the doors of their records', () => {
  it('each company of the submissions is linked to the record of its name at its address', async () => {
    const folder = skip ? '' : realFile('sec', 'submissions');
    const facts: SecFact[] = [];
    const paths = readdirSync(folder).map((file) => realFile('sec', 'submissions', file));
    await readFacts(usSecSubmissions, paths, (fact) => facts.push(fact));
    const companies = facts.filter((fact): fact is FilerFact => fact.kind === 'filer' && hasAddress(fact));
    expect(companies.length).toBeGreaterThan(8);
    const service = await startService({
      entities: { us_co_business_entities: [...companies.map(recordOf), ...PLAIN] },
      sec: { us_sec_submissions: facts },
      datasets: {},
    });
    try {
      const missed: unknown[] = [];
      for (const { cik, name } of companies) {
        const answer = await service.get<{ federal?: { sec?: { totalCount: number } } }>(
          `/api/v1/entity/CO:${cik}?include=federal&explain=true`,
        );
        if (answer.data.federal?.sec === undefined) missed.push([name, answer.meta.links]);
        const found = await service.get<{ id: string }[]>(`/api/v1/search?name=${cik}`);
        expect(found.data.map(({ id }) => id)).toEqual([`CO:${cik}`]);
      }
      process.stderr.write(
        `filers at their doors: ${companies.length - missed.length} of ${companies.length}\n`,
      );
      expect(missed).toEqual([]);
    } finally {
      await service.close();
    }
  });
});

function hasAddress({ addresses = [], place }: FilerFact): boolean {
  return addresses.length > 0 && /^[A-Z]{2}$/.test(place ?? '');
}

function recordOf({ cik, name = '', addresses = [] }: FilerFact): EntityDraft {
  const principalAddress = oneLineAddress(addresses[0] ?? { street: undefined });
  return { key: String(cik), name, ...(principalAddress !== undefined && { principalAddress }) };
}
