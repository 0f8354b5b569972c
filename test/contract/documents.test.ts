import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { type Document, type Json, operationsOf, readDocument, resolve } from './support/document.js';
import { startSample } from './support/sample-service.js';

let service: TestService;
let document: Document;
beforeAll(async () => {
  service = await startSample();
  document = await readDocument(service.url);
});
afterAll(() => service.close());

const page = async (path: string) => {
  const response = await fetch(service.url + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('/openapi.json', () => {
  it('describes every parameter with an example, and every operation has an answered example', () => {
    for (const { operationId, resolvedParameters, responses } of operationsOf(document)) {
      expect(responses['200']?.content?.['application/json']?.example, operationId).toBeDefined();
      for (const { name, description, example } of resolvedParameters) {
        expect(description, `${operationId} ${name}`).toMatch(/\.$/);
        expect(example, `${operationId} ${name}`).toBeDefined();
      }
    }
  });

  it('has a HEAD beside every priced GET, without a body, a length or a tag', () => {
    for (const { path, method, responses, operationId } of operationsOf(document)) {
      const isPriced = method === 'GET' && responses['402'] !== undefined;
      const head = document.paths[path]?.head;
      expect(head !== undefined, operationId).toBe(isPriced);
      if (!head) continue;
      const answer = head.responses['200'] as { readonly headers: object; readonly content?: unknown };
      expect(Object.keys(answer.headers)).toContain('X-Credits-Cost');
      expect(Object.keys(answer.headers)).not.toContain('ETag');
      expect(answer.content).toBeUndefined();
    }
  });

  it('describes every field of every answer', () => {
    const missing = operationsOf(document).flatMap(({ operationId, responses }) =>
      Object.values(responses).flatMap(({ content }) =>
        Object.values(content ?? {}).flatMap(({ schema }) => undescribed(schema, operationId)),
      ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('documents every status with its headers, and an example of every error', () => {
    for (const { operationId, responses } of operationsOf(document)) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '406', '500', '503']));
      for (const [status, { description, headers, content }] of Object.entries(responses)) {
        expect(description, `${operationId} ${status}`).toMatch(/\.$/);
        expect(Object.keys(headers ?? {})).toContain('X-Request-Id');
        for (const header of Object.values(headers ?? {})) {
          const { description: meaning, example } = resolve<Json>(document, header);
          expect([typeof meaning, example === undefined]).toEqual(['string', false]);
        }
        const problem = content?.['application/problem+json'];
        if (problem) expect(problem.example).toMatchObject({ status: Number(status) });
      }
    }
  });

  it('has headers on real answers that are all documented, and documented ones that are all sent', async () => {
    const key = await service.newKey({ scopes: ['read'], credits: 10 });
    const response = await fetch(`${service.url}/api/v1/search?name=a`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const transport = [
      'connection',
      'content-length',
      'content-type',
      'content-encoding',
      'date',
      'keep-alive',
    ];
    const sent = [...response.headers.keys()].filter((name) => !transport.includes(name));
    const get = operationsOf(document).find(({ operationId }) => operationId === 'searchEntities');
    const documented = Object.keys(get?.responses['200']?.headers ?? {}).map((name) => name.toLowerCase());
    const sometimes = ['x-credits-quote', 'idempotency-replayed'];
    expect(sent.sort()).toEqual(documented.filter((name) => !sometimes.includes(name)).sort());
  });
});

describe('pages', () => {
  it.each(['/', '/docs', '/llms.txt', '/docs/style.css', '/openapi.json'])(
    '%s needs no key, has a tag, and is compressed where the client takes it',
    async (path) => {
      const { status, headers } = await page(path);
      expect([status, headers.get('content-encoding') !== null]).toEqual([200, true]);
      const again = await fetch(service.url + path, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    },
  );

  it('/docs shows every operation, parameter, field, error and the pattern for secret scanners, and runs no script', async () => {
    const { text, headers } = await page('/docs');
    for (const { operationId, resolvedParameters } of operationsOf(document)) {
      expect(text).toContain(`id="${operationId}"`);
      for (const { name } of resolvedParameters) expect(text).toContain(name);
    }
    expect(text).toContain('\\bdsr_(?:live|test)_[0-9A-Za-z]{36}\\b');
    expect(text).not.toMatch(
      /<script|https?:\/\/(?!127\.0\.0\.1|www\.sec\.gov|www\.coloradosos\.gov)[^"]*"\s*>/,
    );
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('the type of every problem leads to a page with its meaning, its cure and an example', async () => {
    const codes = new Set<string>();
    for (const { responses } of operationsOf(document)) {
      for (const { content } of Object.values(responses)) {
        const example = content?.['application/problem+json']?.example as { type?: string } | undefined;
        if (example?.type) codes.add(example.type);
      }
    }
    expect(codes.size).toBeGreaterThan(10);
    for (const type of codes) {
      const { status, text } = await page(type);
      expect([type, status]).toEqual([type, 200]);
      expect(text).toContain('What to do');
    }
    const { error, type } = JSON.parse((await page('/nowhere')).text) as {
      error: { code: string };
      type: string;
    };
    expect(error.code).toBe('not_found');
    expect((await page(type)).status).toBe(200);
    expect((await page('/docs/errors/nonsense')).status).toBe(404);
  });

  it('/llms.txt names every operation and every error', async () => {
    const { text, headers } = await page('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const { path, method } of operationsOf(document)) expect(text).toContain(`${method} ${path}`);
    expect(text).toContain('/docs/errors/unavailable');
  });
});

/** Paths of members without a description; a list or object may be described where it stands. */
function undescribed(schema: Json, path: string): readonly string[] {
  const target = resolve<Json>(document, schema);
  const inner = ['items', 'anyOf', 'oneOf', 'patternProperties'].flatMap((keyword) => {
    const held = target[keyword];
    if (held === undefined) return [];
    const schemas = Array.isArray(held)
      ? held
      : keyword === 'patternProperties'
        ? Object.values(held as Json)
        : [held];
    return schemas.flatMap((one) => undescribed(one as Json, path));
  });
  const members = Object.entries((target.properties ?? {}) as Record<string, Json>).flatMap(
    ([name, member]) => {
      const own = `${path}.${name}`;
      const described = name === 'data' || (descriptionOf(member) ?? '') !== '';
      return [...(described ? [] : [own]), ...undescribed(member, own)];
    },
  );
  return [...inner, ...members];
}

function descriptionOf(schema: Json): string | undefined {
  const target = resolve<Json>(document, schema);
  if (typeof target.description === 'string') return target.description;
  const parts = Array.isArray(target.anyOf)
    ? (target.anyOf as Json[])
    : target.items
      ? [target.items as Json]
      : [];
  return parts.map(descriptionOf).find((text) => text !== undefined);
}
