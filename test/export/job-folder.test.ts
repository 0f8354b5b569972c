import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DonePart, JobFolder } from '../../src/export/job-folder.js';
import { fillDisk, mountSmall, unmount } from '../support/fill-disk.js';

const partsOf = (count: number): DonePart[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{
      number: at + 1,
      name: `part-${at}.ndjson`,
      rows: 10,
      bytes: 1_000,
      sha256: 'a'.repeat(64),
      sources: [],
    },
    next: { rows: 10 * (at + 1), scan: null },
  }));

test('what is done is the list before where the disk takes only the beginning of the next', ({ skip }) => {
  const disk = mountSmall() ?? skip('No tmpfs may be mounted here.');
  try {
    const folder = new JobFolder(join(disk, 'job'));
    folder.create();
    folder.writeDone(partsOf(1));
    const spare = join(disk, 'spare');
    writeFileSync(spare, Buffer.alloc(8_192));
    fillDisk(join(disk, 'filler'));
    rmSync(spare);
    expect(() => folder.writeDone(partsOf(200))).toThrow(/ENOSPC/);
    expect(folder.done()).toEqual(partsOf(1));
  } finally {
    unmount(disk);
  }
});
