import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { archivesIn } from '../../../src/ingest/read/index.js';
import { usIrsForm990 } from '../../../src/sources/us/irs/form-990.js';
import { readDataset } from '../../datasets/read-dataset.js';
import { zipOf } from '../../ingest/read/zip/zip-writer.js';
import { withoutRealData } from '../../support/real-data.js';
import { federal, write } from '../real-files.js';

const skip = withoutRealData('returns and their index on real files');
const INDEX = 'index_rows_sample.csv';
interface Officers {
  readonly officers?: readonly { readonly name: string }[];
}
/** The records of officers; the others have the figures of one return each. */
async function readOfficers(paths: readonly string[]) {
  const { drafts, warnings } = await readDataset(usIrsForm990, paths);
  const records = drafts.flatMap(({ key, document }) => {
    const { officers } = document as Officers;
    return officers ? [{ key, names: officers.map(({ name }) => name) }] : [];
  });
  return { records, warnings };
}

describe.skipIf(skip)('returns of the 990 series, on real files', () => {
  const returns = () => readdirSync(federal('irs_990')).filter((name) => name.endsWith('.xml'));
  const input = () => {
    if (usIrsForm990.input.kind !== 'documents') throw new Error('It is made of documents.');
    return usIrsForm990.input;
  };

  test('each but the 990-T names officers, in schemas of 2008 to 2024', async () => {
    const { records, warnings } = await readOfficers(returns().map((name) => federal('irs_990', name)));
    expect(records).toHaveLength(returns().length - 1);
    expect(records.filter(({ names }) => names.length === 0)).toEqual([]);
    expect(warnings).toEqual(['without_officers: A form 990-T names no officers.']);
  });

  test('in further returns one person of 142 listed has left, and is no officer', async () => {
    const { records } = await readOfficers([
      federal('irs_990_more', 'excerpt_990_2023v5.1_741894581_202403589349300950.xml'),
    ]);
    const names = records.flatMap((record) => record.names);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => /TERM END/.test(name))).toEqual([]);
  });

  test('the IRS’s own index rows choose all returns but the 990-Ts, and the zips that hold them', async () => {
    expect(await archivesIn(input(), [federal('irs_990', INDEX)])).toEqual(
      [
        '2025/2025_TEOS_XML_05A',
        '2025/2025_TEOS_XML_11C',
        '2026/2026_TEOS_XML_02A',
        '2026/2026_TEOS_XML_03A',
        '2026/2026_TEOS_XML_04A',
      ].map((zip) => `https://apps.irs.gov/pub/epostcard/990/xml/${zip}.zip`),
    );
  });

  test('real returns in a zip are read by the choice of an index in the IRS’s layout', async () => {
    const named = returns().flatMap((name) => {
      const [, ein = '', object = ''] = /_(\d{9})_(\d{18})\.xml$/.exec(name) ?? [];
      return object === '' ? [] : [{ name, ein, object }];
    });
    expect(named.length).toBeGreaterThan(2);
    const later = named[0]?.ein ?? '';
    const row = (ein: string, period: string, object: string) =>
      `,EFILE,${ein},${period},2026,NAME,990,93493000000000,${object},2026_TEOS_XML_01A`;
    const rows = named.map(({ ein, object }) => row(ein, '202006', object));
    const [header = ''] = readFileSync(federal('irs_990', INDEX), 'utf8').split(/\r?\n/);
    const index = write(
      'index_2026.csv',
      [header, ...rows, row(later, '202512', '202699999349399999'), ''].join('\r\n'),
    );
    const zip = write('2026_TEOS_XML_01A.zip', '');
    const members = named.map(({ name, object }) => ({
      name: `${object}_public.xml`,
      content: readFileSync(federal('irs_990', name)),
    }));
    writeFileSync(zip, zipOf(members));
    const { records, warnings } = await readOfficers([index, zip]);
    expect(records.map(({ key }) => key).sort()).toEqual(named.map(({ ein }) => ein).sort());
    expect(warnings).toEqual([
      `not_among_files: 1 of the ${named.length + 1} documents in the list are missing from the files.`,
    ]);
  });
});
