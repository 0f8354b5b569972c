import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import {
  answerOf,
  type Document,
  type Json,
  operationsOf,
  readDocument,
  resolve,
} from './support/document.js';
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
      const [, { content = {} }] = answerOf({ responses });
      const isFile = Object.values(content).some(({ schema }) => schema.format === 'binary');
      expect(content['application/json']?.example === undefined, operationId).toBe(isFile);
      for (const { name, description, example } of resolvedParameters) {
        expect(description, `${operationId} ${name}`).toMatch(/\.$/);
        // Tools that send examples would send one key with every request.
        expect(example === undefined, `${operationId} ${name}`).toBe(name === 'Idempotency-Key');
      }
    }
  });

  it('has a HEAD beside every priced GET, without a body, a length or a tag', () => {
    for (const { path, method, resolvedParameters, operationId } of operationsOf(document)) {
      const isPriced = method === 'GET' && resolvedParameters.some(({ name }) => name === 'dry_run');
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

  it('has a name for every object, and no pattern of names', () => {
    const { schemas = {}, ...others } = document.components;
    const bodies = [document.paths, others, ...Object.values(schemas).map(({ properties }) => properties)];
    const isInline = (one: Json) =>
      'patternProperties' in one || (one.type === 'object' && 'properties' in one);
    expect(membersOf(bodies).filter(isInline)).toEqual([]);
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Entity', 'FoundFiling', 'Officer', 'ErrorCode']),
    );
    expect(schemas.GetEntityMeta).toMatchObject({
      properties: {
        absent: { type: 'object', additionalProperties: { $ref: '#/components/schemas/AbsenceReason' } },
      },
    });
  });

  it('answers 200 with one schema; the price preview is a schema beside it that the descriptions name', () => {
    for (const { operationId, responses, resolvedParameters, description } of operationsOf(document)) {
      const schema = answerOf({ responses })[1].content?.['application/json']?.schema;
      if (!/^getExport(Part|Manifest)$/.test(operationId))
        expect([operationId, Object.keys(schema ?? {})]).toEqual([operationId, ['$ref']]);
      expect(String(description).includes('`PricePreview`'), operationId).toBe(
        resolvedParameters.some(({ name }) => name === 'dry_run'),
      );
    }
  });

  it('holds no component that nothing refers to, but the price preview', async () => {
    for (const path of ['/openapi.json', '/openapi.admin.json']) {
      const { components, ...rest } = JSON.parse((await page(path)).text) as Document;
      const { securitySchemes: _, ...held } = components;
      const referred = new Set(membersOf([rest, held]).map(({ $ref }) => $ref));
      const names = Object.entries(held).flatMap(([group, members]) =>
        Object.keys(members).map((name) => `#/components/${group}/${name}`),
      );
      const unused = names.filter((name) => !referred.has(name));
      expect(unused, path).toEqual(['#/components/schemas/PricePreview']);
    }
  });

  it('has a declared tag for every operation, a contact, and a server that a tool can fill in', async () => {
    const { info, servers, tags } = document as Document & {
      readonly info: { readonly contact?: object };
      readonly servers: readonly { readonly url: string }[];
      readonly tags: readonly { readonly name: string }[];
    };
    expect([info.contact !== undefined, servers.map(({ url }) => url)]).toEqual([
      true,
      ['/', '{scheme}://{host}'],
    ]);
    const used = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.tags),
    );
    expect(new Set(used.flat())).toEqual(new Set(tags.map(({ name }) => name)));
    expect(used.every((names) => Array.isArray(names) && names.length === 1)).toBe(true);
  });

  it('documents every status with its headers, and an example of every error', () => {
    for (const { operationId, responses } of operationsOf(document)) {
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining([String(answerOf({ responses })[0]), '400', '406', '500', '503']),
      );
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
      'x-content-type-options',
    ];
    const sent = [...response.headers.keys()].filter((name) => !transport.includes(name));
    const get = operationsOf(document).find(({ operationId }) => operationId === 'searchEntities');
    const documented = Object.keys(get?.responses['200']?.headers ?? {}).map((name) => name.toLowerCase());
    const sometimes = ['x-credits-quote', 'idempotency-replayed', 'link'];
    expect(sent.sort()).toEqual(documented.filter((name) => !sometimes.includes(name)).sort());
  });
});

describe('every response', () => {
  it.each([
    ...[
      '/',
      '/docs',
      '/openapi.json',
      '/llms.txt',
      '/favicon.ico',
      '/healthz',
      '/metrics',
      '/nowhere',
      '/mcp',
    ],
    ...['/api/v1/search?name=a', '/api/v1/nowhere', '/reconcile/k/x', '/assets/nowhere.css'],
  ])('%s is never read as another type than it states', async (path) => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { headers } = await fetch(service.url + path, { method });
      expect([method, headers.get('x-content-type-options')]).toEqual([method, 'nosniff']);
    }
  });
});

describe('pages', () => {
  it.each([
    '/docs',
    '/docs/',
    '/docs/api',
    '/docs/errors',
    '/docs/guides/start',
    '/llms.txt',
    '/llms-full.txt',
    '/openapi.json',
  ])('%s needs no key, has a tag, and is compressed where the client takes it', async (path) => {
    const { status, headers } = await page(path);
    expect([status, headers.get('content-encoding') !== null]).toEqual([200, true]);
    const again = await fetch(service.url + path, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('/docs/api leads to a page for every operation with its parameters, and needs no script', async () => {
    const { text, headers } = await page('/docs/api');
    for (const { operationId, resolvedParameters, method } of operationsOf(document)) {
      if (method === 'head') continue;
      expect(text).toContain(`href="/docs/api/${operationId}"`);
      const operation = await page(`/docs/api/${operationId}`);
      expect([operationId, operation.status]).toEqual([operationId, 200]);
      for (const { name } of resolvedParameters) expect(operation.text).toContain(name);
    }
    expect(text).toContain('\\bdsr_(?:live|test)_[0-9A-Za-z]{36}\\b');
    expect(text).not.toMatch(
      /<script(?! type="module" src="\/assets\/site\.[0-9a-f]{16}\.js"><\/script>)|https?:\/\/(?!127\.0\.0\.1|www\.sec\.gov|www\.coloradosos\.gov)[^"]*"\s*>/,
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
      expect(text).toContain('How to fix it');
    }
    const { error, type } = JSON.parse((await page('/nowhere')).text) as {
      error: { code: string };
      type: string;
    };
    expect(error.code).toBe('not_found');
    expect((await page(type)).status).toBe(200);
    expect((await page('/docs/errors/nonsense')).status).toBe(404);
  });

  it.each(['/docs/api/getEntity', '/llms.txt'])(
    'the examples of %s are addressed to the server that was asked',
    async (path) => {
      const { text } = await page(path);
      expect(text).toContain(`'${service.url}/api/v1/`);
      expect(text).not.toMatch(/127\.0\.0\.1:8080|dossier\.example/);
    },
  );

  it('has an icon and a word for robots', async () => {
    const icon = await page('/favicon.ico');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect((await page('/docs')).headers.get('content-security-policy')).toContain("img-src 'self'");
    expect((await page('/robots.txt')).text).toBe('User-agent: *\nDisallow: /api/\n');
  });

  it('answers a browser that asks for nothing there is with a small page, and a program with a problem', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of ['/nowhere', '/docs/errors/nonsense', '/api/v1/nowhere']) {
      const seen = await fetch(service.url + path, { headers: { accept } });
      expect([seen.status, seen.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(seen.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(seen.headers.get('vary')).toContain('Accept');
      expect(await seen.text()).toContain('href="/docs"');
      for (const other of [
        '*/*',
        'application/json',
        'application/json, text/html',
        'text/html;q=0.5, */*',
      ]) {
        const reported = await fetch(service.url + path, { headers: { accept: other } });
        expect([other, reported.status, reported.headers.get('content-type')]).toEqual([
          other,
          404,
          'application/problem+json; charset=utf-8',
        ]);
      }
    }
    const operation = await fetch(`${service.url}/api/v1/search?name=a`, { headers: { accept } });
    expect([operation.status, operation.headers.get('content-type')]).toEqual([
      401,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('/llms.txt names every operation and every error', async () => {
    const { text, headers } = await page('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const { path, method } of operationsOf(document)) expect(text).toContain(`${method} ${path}`);
    expect(text).toContain('/docs/errors/unavailable');
  });
});

/** Every object in it, however deep, that is no example. */
function membersOf(value: unknown): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).filter(([name]) => !name.includes('example'));
  return [value as Json, ...inner.flatMap(([, one]) => membersOf(one))];
}

/** Paths of members without a description; a list or object may be described where it stands. */
function undescribed(schema: Json, path: string): readonly string[] {
  const target = resolve<Json>(document, schema);
  const inner = ['items', 'anyOf', 'oneOf', 'additionalProperties'].flatMap((keyword) => {
    const held = target[keyword];
    if (typeof held !== 'object') return [];
    const schemas = Array.isArray(held) ? held : [held];
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
