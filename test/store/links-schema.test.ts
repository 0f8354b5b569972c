import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/file/database.js';
import { openLinks } from '../../src/store/sqlite/links/links.js';
import { LINKS_MIGRATIONS } from '../../src/store/sqlite/links/schema.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-links-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const address = (key: string) => ({ kind: 'principal_address', key }) as const;
const agent = (key: string) => ({ kind: 'registered_agent', key }) as const;

describe('a file of links from before addresses had one key for all spellings', () => {
  test('has what entities share made again by the next linking', async () => {
    const path = join(folder, 'links.db');
    const old = openDatabase({
      path,
      migrations: LINKS_MIGRATIONS.slice(0, 4),
      schema: 'migrate',
      synchronous: 'normal',
    });
    const put = old.prepare('INSERT INTO shared_entities VALUES (?, ?, ?)');
    put.run('CT:2', 'h2', JSON.stringify([agent('ada\nmain 1'), address('main 1')]));
    put.run('CT:1', 'h1', JSON.stringify([address('main 1')]));
    put.run('CT:3', 'h3', '[]');
    old.exec(
      `INSERT INTO shared SELECT value ->> 'kind', value ->> 'key', entity FROM shared_entities, json_each(keys)`,
    );
    old.exec(`INSERT INTO states VALUES ('related', 7, 0, ''), ('whole', 7, 0, '')`);
    old.exec('INSERT INTO shared_counts SELECT kind, key, count(*) FROM shared GROUP BY kind, key');
    old.close();

    expect(() => openLinks({ path, schema: 'current' })).toThrow('schema');
    const links = openLinks({ path, schema: 'migrate' });
    expect(await links.state('related')).toBeUndefined();
    expect(await links.state('whole')).toBeUndefined();
    expect(await links.sharing(address('main 1'), 10)).toEqual([]);
    expect(await links.sharedHashes(['CT:1', 'CT:2', 'CT:3'])).toEqual(new Map());
    const keys = [address('1 main st 06103')];
    await links.putShared(['CT:1', 'CT:2'].map((entity) => ({ entity, hash: 'h', keys })));
    expect(await links.sharing(address('1 main st 06103'), 10)).toEqual(['CT:1', 'CT:2']);
    expect(await links.countSharing(address('1 main st 06103'))).toBe(2);
    links.close();
  });
});
