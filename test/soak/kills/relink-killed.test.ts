import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gather } from '../../store/catalog/fixtures.js';
import { budget } from '../../support/effort.js';
import { end, runDossier, spawnDossier } from '../../support/processes/process.js';
import { runProgram } from '../../support/processes/program.js';
import { openStore } from '../../support/store.js';

const IRS = 'us_irs_exempt_organizations';
const PARTIES = budget(3_000, 2_400);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-relink-killed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Two words for each number, so that every body has a name of its own. */
const nameOf = (index: number) => `${wordOf(index % 100)} ${wordOf(100 + Math.floor(index / 100))} SOCIETY`;
const wordOf = (index: number) =>
  [...String(1_000 + index)].map((digit) => 'BADEFIGOLU'[Number(digit)]).join('');

test('linking that is killed goes on where it was, to the same links as if it had lived', {
  timeout: 400_000,
}, async () => {
  const killed = { DOSSIER_DATA: join(folder, 'killed') };
  const whole = { DOSSIER_DATA: join(folder, 'whole') };
  await load(whole);
  let again: { readonly judged: number } | undefined;
  // If a busy machine let it come to its end, it is killed in another try.
  while (!again?.judged) {
    rmSync(killed.DOSSIER_DATA, { recursive: true, force: true });
    cpSync(whole.DOSSIER_DATA, killed.DOSSIER_DATA, { recursive: true });
    const child = spawnDossier(['resolve'], killed);
    // It stands still while its links are looked at: a look takes longer than the linking of a page.
    for (let isBegun = false; !isBegun && child.exitCode === null; ) {
      await setTimeout(20);
      child.kill('SIGSTOP');
      isBegun = (await linksIn(killed.DOSSIER_DATA)).length > 0;
      if (!isBegun) child.kill('SIGCONT');
    }
    await end(child, 'SIGKILL');
    [again] = JSON.parse((await runDossier(['resolve', '--json'], killed)).stdout);
  }
  expect(again).toMatchObject({ dataset: IRS, parties: PARTIES });
  expect(again.judged).toBeLessThan(PARTIES);
  expect((await runDossier(['resolve'], whole)).status).toBe(0);
  const links = await linksIn(killed.DOSSIER_DATA);
  expect(links.length).toBeGreaterThan(PARTIES / 4);
  expect(links).toEqual(await linksIn(whole.DOSSIER_DATA));
  expect(JSON.parse((await runDossier(['resolve', '--json'], killed)).stdout)).toEqual([]);
});

async function linksIn(data: string) {
  const store = await openStore(data, { schema: 'current' });
  // Evidence is read when it is looked at.
  const claims = (await gather(store.links.scanClaims(IRS))).map((claim) => ({ ...claim }));
  await store.close();
  return claims;
}

/** Every second body of the IRS file stands in the register. */
async function load(env: { DOSSIER_DATA: string }): Promise<void> {
  const numbers = Array.from({ length: PARTIES }, (_, index) => index);
  const firms = numbers.filter((index) => index % 2 === 0).map(firm);
  await ingest('us_co_business_entities', [FIRM_COLUMNS, ...firms], env);
  await ingest(IRS, [BODY_COLUMNS, ...numbers.map(body)], env);
}

async function ingest(source: string, lines: readonly string[], env: { DOSSIER_DATA: string }) {
  const path = join(folder, `${source}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { error } = await runProgram(['ingest', source, '--file', path, '--no-index'], env);
  expect(error).toBeNull();
}

const FIRM_COLUMNS =
  'entityid,entityname,principaladdress1,principaladdress2,principalcity,principalstate,principalzipcode,' +
  'principalcountry,mailingaddress1,mailingaddress2,mailingcity,mailingstate,mailingzipcode,mailingcountry,' +
  'entitystatus,jurisdictonofformation,entitytype,agentfirstname,agentmiddlename,agentlastname,agentsuffix,' +
  'agentorganizationname,agentprincipaladdress1,agentprincipaladdress2,agentprincipalcity,agentprincipalstate,' +
  'agentprincipalzipcode,agentprincipalcountry,agentmailingaddress1,agentmailingaddress2,agentmailingcity,' +
  'agentmailingstate,agentmailingzipcode,agentmailingcountry,entityformdate';
const firm = (index: number) =>
  `${20_001_000_000 + index},${nameOf(index)},${index} Elm St,,Denver,CO,80202,US,,,,,,,Good Standing,CO,DNC` +
  `${','.repeat(17)},01/02/1999`;

const BODY_COLUMNS =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,' +
  'ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,' +
  'INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME';
const body = (index: number) =>
  `${840_000_000 + index},${nameOf(index)},,${index} ELM ST,DENVER,CO,80202,0000,03,3,1000,200207,1,15,000000000,1,` +
  '01,202012,0,0,02,0,12,0,0,0,B94,';
