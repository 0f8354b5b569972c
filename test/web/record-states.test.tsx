import { renderToString } from 'preact-render-to-string';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Absent } from '../../src/web/pages/entity/absent.js';
import { Dossier } from '../../src/web/pages/entity/index.js';
import { type EntityShown, Provenance } from '../../src/web/pages/entity/provenance.js';
import { Warnings } from '../../src/web/pages/entity/warnings.js';
import { WhyLinked } from '../../src/web/pages/entity/why.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
let shown: EntityShown;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-states-'));
  const { data, meta } = await service.get('/api/v1/entity/CO:20221555001?include=all&explain=true');
  const sources = await service.get('/api/v1/sources');
  shown = { entity: data, meta, sources: sources.data, now: Date.now() } as unknown as EntityShown;
});
afterAll(() => service.close());

const withMeta = (meta: Partial<EntityShown['meta']>): EntityShown => ({
  ...shown,
  meta: { ...shown.meta, ...meta },
});

test('a record that its publisher no longer lists says since when', () => {
  const gone = withMeta({ goneSince: '2026-11-01T08:00:00.000Z' });
  expect(renderToString(<Warnings shown={gone} provenance={new Provenance(gone)} />)).toContain(
    'has not listed this record since 2026-11-01',
  );
});

test('a record read at a portal says so, and that it is old if the portal did not answer', () => {
  const live = withMeta({ live: true });
  const provenance = new Provenance(live);
  expect(renderToString(<Warnings shown={live} provenance={provenance} />)).toContain('Just read from the');
  const stale = withMeta({ live: true, stale: true });
  expect(renderToString(<Warnings shown={stale} provenance={provenance} />)).toContain('did not respond');
});

test('a section that could not be read fails alone, and says that it was not charged', () => {
  const failed = withMeta({
    enrichment: { ...shown.meta.enrichment, ucc: { outcome: 'unavailable', asOf: null } },
  });
  expect(renderToString(<Absent shown={failed} />)).toContain('Liens (UCC): could not be read; not charged.');
});

test('an ambiguous link says that nothing tells it from its rivals, with their number', () => {
  const [link] = shown.meta.links ?? [];
  if (!link) throw new Error('The record of the sample has links.');
  const ambiguous = withMeta({ links: [{ ...link, outcome: 'ambiguous', attached: false, rivals: 2 }] });
  const text = renderToString(<WhyLinked shown={ambiguous} />);
  expect(text).toContain('Ambiguous: its rivals are equally likely; not displayed');
  expect(text).toContain('2 other candidates');
});

test('the longest record that the API answers with stays below 60 KB', async () => {
  const { data } = await service.get<EntityShown['entity']>('/api/v1/entity/CO:19941555000?include=all');
  const { federal, ucc, related, sam } = shown.entity;
  const fill = <Item,>(list: { items: readonly Item[] } | undefined) => {
    const [item] = list?.items ?? [];
    if (item === undefined) throw new Error('The sample has one of each.');
    return { items: Array.from({ length: 25 }, () => item), totalCount: 2_500 };
  };
  const filing = {
    type: '10-K/A',
    date: '2024-02-01',
    description: 'Annual report, with exhibits and a longer text',
    typeTitle: 'Annual report (amendment)',
    items: [],
    itemTitles: [],
  };
  const entity = {
    ...shown.entity,
    ...{ sam, nonprofit: data.nonprofit, ucc: fill(ucc), related: fill(related) },
    ppp: { ...fill(data.ppp), totalAmount: null },
    officers: Array.from({ length: 25 }, () => ({
      name: 'ILSE THORNBURY',
      title: 'MANAGER',
      source: 'sam' as const,
    })),
    filings: Array.from({ length: 25 }, () => filing),
    federal: {
      contracts: fill(federal?.contracts),
      lobbying: fill(data.federal?.lobbying),
      sec: { items: Array.from({ length: 25 }, () => filing), totalCount: 9_000 },
    },
  } as unknown as EntityShown['entity'];
  const [first] = shown.meta.links ?? [];
  const filer = first && { ...first, dataset: 'us_sec_filers', key: 'cik:320193' };
  const links = [
    ...Array.from({ length: 3 }, () => shown.meta.links ?? []).flat(),
    ...(filer ? [filer] : []),
  ];
  const text = renderToString(<Dossier shown={{ ...shown, entity, meta: { ...shown.meta, links } }} />);
  expect(text).toContain('href="/sec?cik=0000320193"');
  expect(text.match(/<tr>/g)?.length).toBeGreaterThan(150);
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
});
