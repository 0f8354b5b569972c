import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { zipOf } from '../ingest/read/zip/zip-writer.js';

const ROOT = '/pub/epostcard/990/xml';
const HEADER = 'EIN,TAX_PERIOD,RETURN_TYPE,OBJECT_ID,XML_BATCH_ID';
const xml = (
  ein: string,
  periodEnd: string,
) => `<Return><ReturnHeader><TaxPeriodEndDt>${periodEnd}</TaxPeriodEndDt>
<ReturnTypeCd>990</ReturnTypeCd><Filer><EIN>${ein}</EIN><BusinessName><BusinessNameLine1Txt>INVENTED FUND</BusinessNameLine1Txt>
</BusinessName></Filer></ReturnHeader></Return>`;
const zip = (object: string, content: string) =>
  zipOf([{ name: `${object}_public.xml`, content: Buffer.from(content) }]);

const FILES: Readonly<Record<string, string | Buffer>> = {
  [`${ROOT}/2025/index_2025.csv`]: `${HEADER}\n010000001,202412,990,202500000934930001,2025_TEOS_XML_01A\n020000002,202412,990,202500000934930002,2025_TEOS_XML_02A\n`,
  [`${ROOT}/2026/index_2026.csv`]: `${HEADER}\n010000001,202512,990,202600000934930001,2026_TEOS_XML_01A\n`,
  [`${ROOT}/2025/2025_TEOS_XML_01A.zip`]: zip('202500000934930001', xml('010000001', '2024-12-31')),
  [`${ROOT}/2025/2025_TEOS_XML_02A.zip`]: zip('202500000934930002', xml('020000002', '2024-12-31')),
  [`${ROOT}/2026/2026_TEOS_XML_01A.zip`]: zip('202600000934930001', xml('010000001', '2025-12-31')),
};

let server: Server;
let requested: string[];
beforeEach(async () => {
  requested = [];
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const file = FILES[request.url ?? ''];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => void server.close());

it('dossier ingest us_irs_form_990 fetches the indexes of two years and the zips that contain their returns, no others', async () => {
  let stdout = '';
  const into = (keep: (text: string) => void) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        keep(String(chunk));
        done();
      },
    });
  const program = await createProgram({
    env: { DOSSIER_DATA: mkdtempSync(join(tmpdir(), 'dossier-listed-')) },
    stdout: into((text) => {
      stdout += text;
    }),
    stderr: into(() => undefined),
    now: () => Date.parse('2026-10-20T12:00:00Z'),
    untilStopped: () => new Promise(() => undefined),
    originOf: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  await program.parseAsync(['node', 'dossier', 'ingest', 'us_irs_form_990', '--no-index', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'done', added: 5, warnings: [] });
  expect(requested).toEqual([
    `${ROOT}/2025/index_2025.csv`,
    `${ROOT}/2026/index_2026.csv`,
    `${ROOT}/2025/2025_TEOS_XML_01A.zip`,
    `${ROOT}/2025/2025_TEOS_XML_02A.zip`,
    `${ROOT}/2026/2026_TEOS_XML_01A.zip`,
  ]);
});
