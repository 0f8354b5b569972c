import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSample } from '../contract/support/sample-service.js';
import { runProgram as runGuideProgram } from '../guides/support/run-program.js';
import { runDossier } from '../support/processes/process.js';
import { runProgram } from '../support/processes/program.js';
import { runShell } from '../support/processes/shell.js';
import type { TestService } from '../support/service.js';

const ID = 'CO:20221555001';

let service: TestService;
let folder: string;
let answer: string;
const inFolder = (name: string) => join(folder, name);
beforeAll(async () => {
  service = await startSample();
  folder = mkdtempSync(join(tmpdir(), 'dossier-evidence-'));
  const headers = { authorization: `Bearer ${service.key}` };
  answer = await (await fetch(`${service.url}/api/v1/entity/${ID}/evidence`, { headers })).text();
  writeFileSync(inFolder('evidence.json'), answer);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** No data folder is there, and none can be made. */
const NOWHERE = { DOSSIER_DATA: '/dev/null/nowhere' };
const verify = (file: string, ...options: readonly string[]) =>
  runProgram(['evidence', 'verify', inFolder(file), ...options], NOWHERE);
const key = () => runProgram(['evidence', 'key'], { DOSSIER_DATA: service.folder.path });

describe('dossier evidence', () => {
  test('prints the public key and checks an answer without data, in a process of its own', async () => {
    writeFileSync(inFolder('key.pem'), (await key()).stdout);
    const args = ['evidence', 'verify', inFolder('evidence.json'), '--key', inFolder('key.pem')];
    const { status, stdout, stderr } = await runDossier(args, NOWHERE);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`evidence.json is valid: evidence of ${ID}, issued at `);
    expect(stdout).toContain('Signed by the specified key.');
    expect(stdout).toContain('The response’s meta is not signed.');
  });

  test('checks `data` by itself, in any layout, and names the key', async () => {
    const { data } = JSON.parse(answer) as { data: { signature: { publicKey: string } } };
    writeFileSync(inFolder('data.json'), JSON.stringify(data, null, 2));
    const { stdout } = await verify('data.json', '--json');
    const { publicKey } = data.signature;
    expect(JSON.parse(stdout)).toEqual({
      holds: true,
      id: ID,
      issuedAt: expect.any(String),
      publicKey,
      isKeyTrusted: false,
    });
    expect((await verify('data.json')).stdout).toContain(`Signed by ${publicKey}. Compare this key`);
  });

  test('refuses what was changed, what another key signed, and what is no evidence', async () => {
    writeFileSync(inFolder('changed.json'), answer.replace('Willow Harbor', 'Willow Harbour'));
    expect((await verify('changed.json')).error).toMatch(
      /changed\.json is not valid\. The signature does not match/,
    );
    const other = mkdtempSync(join(tmpdir(), 'dossier-other-'));
    await runProgram(['account', 'create', 'acme', '--credits', '5'], { DOSSIER_DATA: other });
    const { stdout } = await runProgram(['evidence', 'key'], { DOSSIER_DATA: other });
    writeFileSync(inFolder('other.pem'), stdout);
    expect((await verify('evidence.json', '--key', inFolder('other.pem'))).error).toMatch(
      /signed by another key/,
    );
    writeFileSync(inFolder('none.json'), '{"a":1}');
    expect((await verify('none.json')).error).toMatch(/has no Ed25519 signature/);
    expect((await verify('missing.json')).error).toMatch(/missing\.json cannot be read/);
    expect((await verify('evidence.json', '--key', inFolder('none.json'))).error).toMatch(
      /none\.json contains no Ed25519 public key in PEM format\.$/,
    );
  });
});

test('the guide’s program prints what the check takes', async () => {
  const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync('docs/guides/evidence.md', 'utf8')) ?? [];
  const [[printed] = []] = await runGuideProgram(program, { URL: service.url, KEY: service.key });
  writeFileSync(inFolder('printed.json'), String(printed));
  expect(JSON.parse((await verify('printed.json', '--json')).stdout)).toMatchObject({ holds: true, id: ID });
});

test('the guide’s commands do what it says', async () => {
  const guide = readFileSync('docs/guides/evidence.md', 'utf8');
  const commands = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text ?? '');
  expect(commands).toHaveLength(4);
  const [source] = (
    JSON.parse(answer) as {
      data: { origins: { source: string; run: { files: { name: string; sha256: string }[] } }[] };
    }
  ).data.origins;
  const [file] = source?.run.files ?? [];
  const env = {
    URL: service.url,
    KEY: service.key,
    DOSSIER_DATA: service.folder.path,
    PUBLISHER_FILE: resolve('sample', source?.source ?? '', file?.name ?? ''),
  };
  const printed = await runShell(commands.join('\n'), inFolder(''), env);
  const steady = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'TIME');
  const [, shown = ''] = /^```text\n(.*?)^```$/ms.exec(guide) ?? [];
  expect(steady(printed)).toContain(steady(shown));
  expect(printed).toContain(`${file?.sha256}  `);
});
