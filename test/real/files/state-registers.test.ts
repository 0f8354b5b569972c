import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { usCoBusinessEntities } from '../../../src/sources/us/co/business-entities.js';
import { usCtBusinessRegistry } from '../../../src/sources/us/ct/business-registry.js';
import { usNyActiveCorporations } from '../../../src/sources/us/ny/active-corporations.js';
import { readDrafts } from '../../sources/read-source.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

const skip = withoutRealData('state registers on real rows');
const state = (...path: string[]) => realFile('state', ...path);

describe.skipIf(skip)('state registers, on real rows', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-real-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const byKey = (drafts: readonly EntityDraft[]) => new Map(drafts.map((draft) => [draft.key, draft]));

  test('Colorado: a row of the portal as it is, and the names with a status behind them', async () => {
    const { a, b, c } = JSON.parse(readFileSync(state('samples', 'co_4ykn-tg5h_partial.json'), 'utf8'));
    const rows = [...a, ...b, ...c].map(({ _from: _, ...row }) => row);
    const path = write('co.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    const { drafts, warnings } = await readDrafts(usCoBusinessEntities, [path]);
    const found = byKey(drafts);
    expect(drafts).toHaveLength(10);
    expect(found.get('20251665680')).toMatchObject({
      name: 'KYLDERON MIST VALLEY LLC',
      type: 'Domestic Limited Liability Company',
      status: 'Good Standing',
      formedDate: '2025-06-16',
      registeredAgent: { name: 'KEQIANG DENG', address: '660 Willow Wood Ln, Delta, CO 81416' },
      principalAddress: '660 Willow Wood Ln, Delta, CO 81416',
    });
    expect(found.get('18691000001')).toMatchObject({
      name: 'DENVER GAS COMPANY, Dissolved November 30, 1874',
      searchName: 'DENVER GAS COMPANY',
    });
    expect(found.get('20241401282')).toMatchObject({ status: 'Noncompliant', activity: 'active' });
    // Columns that are null in all ten rows are left out of JSON by the portal; nothing else is told.
    expect(Object.keys(warnings).filter((warning) => !warning.startsWith('absent_column: '))).toEqual([]);
  });

  test('New York: both dialects of the portal, fifteen rows and two of another export', async () => {
    const download = state('ny', 'nycdb_dos_active_corporations_n9v6-gdp6.csv');
    const api = state('socrata2018', 'data.ny.gov__n9v6-gdp6.csv');
    const live = JSON.parse(readFileSync(state('samples', 'ny_dos_3322706_multi.json'), 'utf8'))['n9v6-gdp6'];
    const rows = write(
      'ny.json',
      JSON.stringify(live.map(({ _from: _, ...row }: { _from?: string }) => row)),
    );
    const { drafts, warnings } = await readDrafts(usNyActiveCorporations, [download, api, rows]);
    const found = byKey(drafts);
    expect(drafts).toHaveLength(17);
    expect(found.get('4066192')).toMatchObject({
      // A Delaware body: New York knows the day on which it came.
      registeredInStateDate: '2011-03-11',
      registeredAgent: { name: 'C T CORPORATION SYSTEM', address: '28 LIBERTY ST., NEW YORK, NY 10005' },
      principalAddress: 'ONE BRYANT PARK, NEW YORK, NY 10036',
      officers: [{ name: 'JOHN POWNALL', title: 'Chief Executive Officer' }],
    });
    // No agent, or a revoked one: where the state sends papers stands in.
    expect(found.get('3322706')?.registeredAgent).toMatchObject({ role: 'service_of_process' });
    expect(found.get('55570')).toMatchObject({ formedDate: '1944-11-17', typeClass: 'corporation' });
    expect(found.get('4088934')).toMatchObject({ typeClass: 'cooperative', officers: [] });
    expect(drafts.filter(({ registeredAgent }) => registeredAgent && !registeredAgent.role)).toHaveLength(2);
    expect(drafts.filter(({ registeredAgent }) => registeredAgent?.role)).toHaveLength(14);
    expect(Object.keys(warnings).filter((warning) => !warning.startsWith('absent_column: '))).toEqual([]);
  });

  test('Connecticut: a master without ids stands by itself', async () => {
    const path = state('docs', 'firstrows_ct_business.csv');
    const { drafts, warnings } = await readDrafts(usCtBusinessRegistry, [path]);
    expect(byKey(drafts).get('1259042')).toMatchObject({
      name: 'CONNECTICUT CUSTOM CAR, INC.',
      type: 'Stock',
      typeClass: 'corporation',
      status: 'Active',
      activity: 'active',
      formedDate: '2018-01-01',
      principalAddress: '744 ENFIELD STREET, ENFIELD, CT 06082',
      officers: [],
      filings: [],
    });
    expect(drafts).toHaveLength(2);
    expect(warnings).toEqual({
      // The collector of these rows added a column of his own.
      'unread_column: master.source_file': 1,
      'companion_not_loaded: agents': 1,
      'companion_not_loaded: filings': 1,
      'companion_not_loaded: principals': 1,
    });
  });
});
