import { expect, test } from 'vitest';
import { isChangeField } from '../../src/contract/changes.js';
import { EntitySchema } from '../../src/contract/records/entity.js';
import type { Filer, FilingRow } from '../../src/domain/sec/sec.js';
import { filerFields, filingFields } from '../../src/domain/sec/shown-fields.js';

test('the feed can be narrowed to each field that its events name, and to no other', () => {
  const named = [
    ...Object.keys(EntitySchema.properties).filter((name) => name !== 'id'),
    ...Object.keys(filingFields({} as FilingRow)),
    ...Object.keys(filerFields({ city: null } as Filer)),
    ...['linkedOfficers', 'links.us_sam_registrations', 'records.us_ofac_sdn'],
  ];
  expect(named.filter((name) => !isChangeField(name))).toEqual([]);
  const wrong = ['id', 'staus', 'links', 'links.', 'constructor', 'status ', ''];
  expect(wrong.filter(isChangeField)).toEqual([]);
});
