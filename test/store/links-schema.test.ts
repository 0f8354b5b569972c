import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { openLinks } from '../../src/store/sqlite/links/links.js';
import { LINKS_MIGRATIONS } from '../../src/store/sqlite/links/schema.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-links-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const address = (key: string) => ({ kind: 'principal_address', key }) as const;
const agent = (key: string) => ({ kind: 'registered_agent', key }) as const;

describe('a file of links from before keys of what is shared were hashed', () => {
  test('keeps what entities share, and goes on from there', async () => {
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
    old.exec('INSERT INTO shared_counts SELECT kind, key, count(*) FROM shared GROUP BY kind, key');
    old.close();

    expect(() => openLinks({ path, schema: 'current' })).toThrow('schema');
    const links = openLinks({ path, schema: 'migrate' });
    expect(await links.sharing(address('main 1'), 10)).toEqual(['CT:1', 'CT:2']);
    expect(await links.countSharing(address('main 1'))).toBe(2);
    expect(await links.sharing(agent('ada\nmain 1'), 10)).toEqual(['CT:2']);
    expect(await links.countSharing(agent('ada\nmain 1'))).toBe(1);
    expect(await links.sharedHashes(['CT:1', 'CT:2', 'CT:3', 'CT:4'])).toEqual(
      new Map([
        ['CT:1', 'h1'],
        ['CT:2', 'h2'],
        ['CT:3', 'h3'],
      ]),
    );
    await links.dropShared(['CT:2']);
    expect(await links.countSharing(address('main 1'))).toBe(1);
    expect(await links.sharing(agent('ada\nmain 1'), 10)).toEqual([]);
    links.close();
  });
});
