import { expect, test } from 'vitest';
import { PortalFault } from '../src/ingest/portal/fault.js';
import { portalLog } from '../src/serving/live-portals.js';

test('faults of one portal are one line a minute, which counts those between', () => {
  const lines: unknown[] = [];
  let now = 0;
  const log = portalLog({ warn: (line: unknown) => void lines.push(line) }, () => now);
  for (let at = 0; at < 5_000; at += 1)
    log(new PortalFault('a.example.gov', 'broken', 'could not be reached'));
  log(new PortalFault('b.example.gov', 'late', 'did not respond in time'));
  now += 60_000;
  log(new PortalFault('a.example.gov', 'broken', 'could not be reached'));
  expect(lines).toMatchObject([
    { host: 'a.example.gov', kind: 'broken' },
    { host: 'b.example.gov', kind: 'late' },
    { host: 'a.example.gov', kind: 'broken', unlogged: 4_999 },
  ]);
});
