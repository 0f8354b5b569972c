import { beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../support/processes/program.js';
import { newSampleFolder } from '../../support/sample.js';

let path: string;
beforeEach(async () => {
  ({ path } = await newSampleFolder('dossier-corrections-'));
});
const run = (...args: string[]) => runProgram(args, { DOSSIER_DATA: path });

describe('a correction', () => {
  it('is made of an entity and a party that are held, listed, and taken back', async () => {
    const entity = 'CO:20221555001';
    const unknown = await run('link', 'confirm', entity, 'us_sam_registrations', 'uei:NOPE');
    expect(unknown.error).toMatch(/^us_sam_registrations has no party uei:NOPE; /);
    const explained = await run('explain', entity, '--json');
    const [, party = ''] = /"party":"(uei:[^"]+)"/.exec(explained.stdout) ?? [];
    expect((await run('link', 'deny', entity, 'us_sam_registrations', party)).error).toBeNull();
    const listed = JSON.parse((await run('link', 'list', '--json')).stdout);
    expect(listed).toMatchObject([
      { entity, party, verdict: 'denied', at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect((await run('link', 'undo', entity, 'us_sam_registrations', party)).error).toBeNull();
    expect(JSON.parse((await run('link', 'list', '--json')).stdout)).toEqual([]);
    expect((await run('link', 'undo', entity, 'us_sam_registrations', party)).error).toMatch(
      /^There is no correction of /,
    );
  });
});

describe('what the command line says', () => {
  it.each([
    ['ingest', 'us_co_busines_entities'],
    ['sources', 'us-co-business-entites'],
  ])('%s %s names the source that was meant', async (...args) => {
    expect((await run(...args)).error).toMatch(/Did you mean us_co_business_entities/);
  });

  it('lists keys with their days, and times in ISO with --json', async () => {
    expect((await run('account', 'create', 'acme', '--credits', '1')).error).toBeNull();
    expect((await run('key', 'create', '--account', 'acme')).error).toBeNull();
    expect((await run('key', 'list')).stdout).toMatch(
      /created +expires +last used\n.*valid +\d{4}-\d\d-\d\d/,
    );
    expect(JSON.parse((await run('key', 'list', '--json')).stdout)).toMatchObject([
      { createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), expiresAt: null, lastUsedAt: null },
    ]);
  });

  it('says defaults as they are typed', async () => {
    expect((await run('key', 'rotate', '--help')).stdout).toContain('(default: 24h)');
    // The help breaks its lines between words.
    expect((await run('key', 'create', '--help')).stdout).toMatch(/\(default:\s+read,usage\)/);
  });
});
