import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { startSample } from './support/sample-service.js';

/** Every field the specification names for an entity record that may be missing, null or empty. */
const SPECIFIED = [
  'state',
  'stateEntityId',
  'type',
  'status',
  'formedDate',
  'registeredAgent',
  'officers',
  'filings',
  'jurisdictionLevel',
  'sourceAgency',
];

interface Entity {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly name: string;
  readonly state?: string;
  readonly recordClass: string;
  readonly subjectType: string;
  readonly jurisdictionLevel: string | null;
  readonly sourceAgency: string | null;
  readonly officers: readonly { readonly name: string; readonly source: string }[];
}

let service: TestService;
let population: readonly { entity: Entity; absent: Readonly<Record<string, string>> }[];
beforeAll(async () => {
  service = await startSample();
  population = await Promise.all((await allIds()).map(read));
});
afterAll(() => service.close());

describe('over every loaded record', () => {
  it('there is a population to speak of', () => {
    expect(population.length).toBeGreaterThan(150);
  });

  it('a specified field that is absent, null or empty has a reason, and no other has', () => {
    const wrong = population.flatMap(({ entity, absent }) =>
      SPECIFIED.filter((field) => isEmpty(entity[field]) !== field in absent).map(
        (field) => `${entity.id} ${field}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('level and agency are both null or both set', () => {
    const wrong = population.filter(
      ({ entity }) => (entity.jurisdictionLevel === null) !== (entity.sourceAgency === null),
    );
    expect(wrong).toEqual([]);
  });

  it('the search finds each record, with the same class, subject, level and agency', async () => {
    for (const { entity } of population) {
      const item = await findInSearch(entity);
      expect(item, `${entity.id} ${entity.name}`).toMatchObject({
        id: entity.id,
        name: entity.name,
        recordClass: entity.recordClass,
        subjectType: entity.subjectType,
        jurisdictionLevel: entity.jurisdictionLevel,
        sourceAgency: entity.sourceAgency,
        state: entity.state ?? null,
      });
    }
  });

  it('every id of every search resolves', async () => {
    const queries = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => [
      `name=${letter}`,
      `agent=${letter}`,
      `officer=${letter}`,
    ]);
    const known = new Set(population.map(({ entity }) => entity.id));
    for (const query of queries) {
      for await (const { id } of pages(query)) {
        if (!known.has(id))
          expect((await service.get(`/api/v1/entity/${encodeURIComponent(id)}`)).status, id).toBe(200);
      }
    }
  });

  it('the search counts the officers that the entity shows, and finds it by each of them', async () => {
    const byLinks = population.filter(({ entity }) =>
      entity.officers.some(({ source }) => source !== 'state'),
    );
    expect(byLinks.length).toBeGreaterThan(1);
    for (const { entity } of population) {
      expect([entity.id, (await findInSearch(entity))?.officerCount]).toEqual([
        entity.id,
        entity.officers.length,
      ]);
      for (const { name } of entity.officers) {
        const found = await findIn(`officer=${encodeURIComponent(name)}&exact=true`, entity.id);
        expect(found, `${entity.id} ${name}`).toMatchObject({
          officerCount: entity.officers.length,
          match: { field: 'officer', kind: 'exact' },
        });
      }
    }
  });

  it('every search tells its exact total and repeats nothing, page by page', async () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      await expectExact(`/api/v1/search?name=${letter}&limit=7`, 'id');
      await expectExact(`/api/v1/sec/search?q=${letter}&limit=7`, 'accessionNumber');
    }
  });

  it('lien filings stand only with records of Connecticut and Colorado', async () => {
    for (const { entity } of population) {
      const { data } = await service.get<Entity>(
        `/api/v1/entity/${encodeURIComponent(entity.id)}?include=ucc`,
      );
      if (data.ucc !== undefined) expect(['CT', 'CO'], entity.id).toContain(entity.state);
    }
  });
});

async function expectExact(path: string, member: string): Promise<void> {
  const seen: unknown[] = [];
  for (let offset = 0; ; offset += 7) {
    const { data, meta } = await service.get<Record<string, unknown>[]>(`${path}&offset=${offset}`);
    seen.push(...data.map((item) => item[member]));
    if (meta.hasMore === true) continue;
    expect([path, seen.length, new Set(seen).size]).toEqual([path, meta.totalCount, meta.totalCount]);
    return;
  }
}

async function allIds(): Promise<readonly string[]> {
  const { catalog } = service.app.store;
  const ids: string[] = [];
  for await (const batch of catalog.entities.scanFacets()) {
    ids.push(...(await catalog.entities.getByNumber(batch.map(({ number }) => number))).map(({ id }) => id));
  }
  return ids;
}

async function read(id: string) {
  const { status, data, meta } = await service.get<Entity>(`/api/v1/entity/${encodeURIComponent(id)}`);
  expect([id, status, data.id]).toEqual([id, 200, id]);
  return { entity: data, absent: meta.absent as Readonly<Record<string, string>> };
}

/** By its number where it has one: a published name may carry more than the name that is searched. */
async function findInSearch({ id, name, stateEntityId }: Entity): Promise<Entity | undefined> {
  const query =
    typeof stateEntityId === 'string'
      ? `filing_number=${encodeURIComponent(stateEntityId)}`
      : `name=${encodeURIComponent(name)}`;
  return await findIn(query, id);
}

async function findIn(query: string, id: string): Promise<Entity | undefined> {
  for await (const item of pages(query)) if (item.id === id) return item;
  return undefined;
}

async function* pages(query: string): AsyncGenerator<Entity> {
  for (let offset = 0; ; offset += 50) {
    const { data, meta } = await service.get<Entity[]>(`/api/v1/search?${query}&limit=50&offset=${offset}`);
    yield* data;
    if (meta.hasMore !== true) return;
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
