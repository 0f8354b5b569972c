import { describe, expect, it } from 'vitest';
import { describePreflight } from '../../src/cli/data/ingest-all.js';
import { refuseFullDisk } from '../../src/loading/load-all.js';

describe('the preflight', () => {
  it('is a table with a line for what is known of the whole', () => {
    const text = describePreflight({
      sources: [
        {
          source: 'us_co_business_entities',
          fetch: 'whole',
          files: 1,
          bytes: 750_000_000,
          records: 2_900_000,
          seconds: 61,
          missing: ['DOSSIER_SOCRATA_TOKEN'],
        },
        {
          source: 'us_fl_corporations',
          fetch: 'by hand',
          files: 0,
          bytes: null,
          records: 8_000_000,
          seconds: null,
          missing: [],
        },
      ],
      knownBytes: 750_000_000,
      unknown: { sources: 2, records: 1_500_000 },
      freeBytes: 12_345_678_900,
    });
    expect(text.split('\n')).toEqual([
      'source                   fetch    files  size    records     last load  not set',
      'us_co_business_entities  whole        1  750 MB  2,900,000   61 s       DOSSIER_SOCRATA_TOKEN',
      'us_fl_corporations       by hand      0  -       8,000,000+  -',
      'Download: 750 MB; 2 more sources have an unknown size and 1,500,000 records or more. Free disk space: 12,345.7 MB.',
    ]);
  });

  it('refuses what does not fit on the disk', () => {
    expect(() => refuseFullDisk({ knownBytes: 3e9, freeBytes: 9e9 })).not.toThrow();
    expect(() => refuseFullDisk({ knownBytes: 4e9, freeBytes: 9e9 })).toThrow(
      'This requires about 12,000 MB of disk; 9,000 MB are free.',
    );
  });
});
