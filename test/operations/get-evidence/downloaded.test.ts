import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import type { UnsignedEvidence } from '../../../src/contract/records/evidence.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { startOn, type TestService } from '../../support/service.js';

const COLORADO = 'us_co_business_entities';
const [SAMPLE = ''] = readdirSync(join('sample', COLORADO));
const CONTENT = readFileSync(join('sample', COLORADO, SAMPLE));
const PUBLISHED = '2026-11-19T21:30:00.000Z';

let publisher: Server;
let service: TestService;
let origin: string;
let began: number;
let ended: number;
const requested: string[] = [];
beforeAll(async () => {
  publisher = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(200, {
      'content-type': 'text/csv',
      'content-length': CONTENT.length,
      'last-modified': new Date(PUBLISHED).toUTCString(),
    });
    response.end(CONTENT);
  });
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'dossier-downloaded-'));
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const program = await createProgram({
    env: { DOSSIER_DATA: folder },
    stdout: nowhere(),
    stderr: nowhere(),
    now: Date.now,
    untilStopped: () => new Promise(() => undefined),
    originOf: (host) => `${origin}/${host}`,
  });
  began = Date.now();
  await program.parseAsync(['node', 'dossier', 'ingest', COLORADO]);
  ended = Date.now();
  service = await startOn(claimFolder(folder, 'data'));
});
afterAll(async () => {
  await service.close();
  publisher.close();
});

test('a file that was downloaded is told with its address, the publisher’s time and the time of its last byte', async () => {
  const { data } = await service.get<UnsignedEvidence>('/api/v1/entity/CO:20221555001/evidence');
  const [file] = data.origins[0]?.run?.files ?? [];
  expect(requested).toHaveLength(1);
  expect(file).toMatchObject({
    bytes: CONTENT.length,
    sha256: createHash('sha256').update(CONTENT).digest('hex'),
    publishedAt: PUBLISHED,
  });
  expect(requested[0]).toContain('/data.colorado.gov/');
  expect(file?.url).toBe(`${origin}${requested[0]}`);
  const fetchedAt = Date.parse(file?.fetchedAt ?? '');
  // Times of files may be a tick of the system's clock behind.
  expect(fetchedAt).toBeGreaterThanOrEqual(began - 50);
  expect(fetchedAt).toBeLessThanOrEqual(ended);
});
