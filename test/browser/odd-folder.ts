import { buildIndexes } from '../../src/indexing/build.js';
import type { DataFolder } from '../../src/store/folder/data-folder.js';
import { newSampleFolder } from '../support/sample.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';

/** A name can be anything that fits a line: markup too. */
export const MARKUP = `<img src=x onerror=alert(1)> "quoted" 'LLC' & <b>Sons</b>`;

/** The bundled sample, and records as odd as registers have them. */
export async function oddFolder(): Promise<DataFolder> {
  const folder = await newSampleFolder('dossier-browser-');
  const store = await openStore(folder.path, { schema: 'current' });
  await fill(store.catalog, {
    entities: {
      us_or_active_businesses: [
        {
          key: '1',
          name: MARKUP,
          type: MARKUP,
          status: MARKUP,
          principalAddress: MARKUP,
          registeredAgent: { name: MARKUP, address: MARKUP },
          officers: [{ name: MARKUP, title: MARKUP }],
          otherNames: [{ name: MARKUP, kind: 'former' }],
          filings: [{ type: MARKUP, date: '2020-02-02', description: MARKUP }],
        },
        { key: '2', name: `${'Verylongwordwithoutanend'.repeat(8)} LLC` },
      ],
      us_co_professional_licenses: [
        { key: 'A.1', name: 'ODD PERSON', subjectType: 'person', principalAddress: 'Denver, CO 80202' },
        { key: 'A.2', name: 'ODD LICENCE LLC', status: 'Expired', principalAddress: 'Denver, CO 80202' },
      ],
    },
  });
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  return folder;
}
