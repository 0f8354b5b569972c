import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/file/database.js';
import { openLinks } from '../../src/store/sqlite/links/links.js';
import { LINKS_MIGRATIONS } from '../../src/store/sqlite/links/schema.js';
import type { Judgement } from '../../src/store/store.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-evidence-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SENTENCE = 'Starting value of every candidate: most candidates are not a match.';
const line = fc.record({
  field: fc.constantFrom('base', 'name', 'street'),
  ours: fc.option(fc.string(), { nil: null }),
  theirs: fc.option(fc.string(), { nil: null }),
  verdict: fc.constantFrom('agree', 'conflict', 'neutral'),
  weight: fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((weight) => Math.round(weight * 1_000) / 1_000 || 0),
  text: fc.constantFrom(
    SENTENCE,
    'The names are equal.',
    '12 records of this register fit alike; nothing tells them apart.',
  ),
});
const evidence = fc.oneof(
  fc.array(line, { maxLength: 12 }).map((lines) => JSON.stringify(lines)),
  // Not as this version writes it.
  fc.constantFrom('[]', '[ ]', '[{"field":"name","text":"Equal."}]', '[{"weight":1.50}]'),
);

const linkOf = (text: string): Judgement['links'][number] => ({
  ...{ entity: 'e', outcome: 'linked', tier: 'confirmed', attached: true, probability: 1 },
  ...{ decidedBy: 'model', rivals: 0, samePlace: false, evidence: text },
});

test('evidence comes back byte for byte', async () => {
  const links = openLinks({ path: join(folder, 'links.db'), schema: 'create' });
  let made = 0;
  await fc.assert(
    fc.asyncProperty(evidence, async (text) => {
      made += 1;
      const party = `p${made}`;
      await links.putJudgements('d', [{ party, fingerprint: 'f', links: [linkOf(text)] }]);
      expect((await links.ofParty(party)).map((link) => link.evidence)).toEqual([text]);
    }),
  );
  links.close();
});

test('links of an earlier version are packed by the migration, and are the same afterwards', async () => {
  const path = join(folder, 'links.db');
  const options = { path, schema: 'migrate', synchronous: 'normal' } as const;
  const old = openDatabase({ ...options, migrations: LINKS_MIGRATIONS.slice(0, 6) });
  const put = old.prepare(
    `INSERT INTO links VALUES ('e', 'd', ?, 'linked', 'confirmed', 1, 0, 1, 'model', 0, 0, ?)`,
  );
  const texts = fc.sample(evidence, { numRuns: 500, seed: 7 });
  for (const [at, text] of texts.entries()) put.run(`p${at}`, text);
  old.close();
  const links = openLinks({ path, schema: 'migrate' });
  for (const [at, text] of texts.entries())
    expect((await links.ofParty(`p${at}`)).map((link) => link.evidence)).toEqual([text]);
  expect(await links.ofEntity('e')).toHaveLength(texts.length);
  links.close();
});

test('a sentence is stored once', async () => {
  const path = join(folder, 'links.db');
  const links = openLinks({ path, schema: 'create' });
  const text = JSON.stringify([
    { field: 'base', ours: null, theirs: null, verdict: 'neutral', weight: -7.1, text: SENTENCE },
  ]);
  const judgements = Array.from({ length: 100 }, (_, at) => ({
    ...{ party: `p${at}`, fingerprint: 'f' },
    links: [linkOf(text)],
  }));
  await links.putJudgements('d', judgements);
  links.close();
  expect(readFileSync(path, 'latin1').split(SENTENCE)).toHaveLength(2);
});
