import { expect, test } from 'vitest';
import { type Document, operationsOf, Validators } from './support/document.js';

const problem = { type: 'object', required: ['status'], properties: { status: { type: 'integer' } } };
const document = {
  openapi: '3.1.0',
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        security: [],
        parameters: [{ $ref: '#/components/parameters/Id' }],
        responses: {
          200: {
            description: 'A thing.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['name'],
                  properties: {
                    name: { type: ['string', 'null'] },
                    parts: {
                      type: 'array',
                      items: { type: 'object', properties: { size: { type: 'integer' } } },
                    },
                    properties: { type: 'string' },
                  },
                },
              },
            },
          },
          404: { $ref: '#/components/responses/not_found' },
        },
      },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', schema: { type: 'string' } } },
    responses: {
      not_found: { description: 'No.', content: { 'application/problem+json': { schema: problem } } },
    },
  },
} as unknown as Document;

const validators = new Validators(document);
const [operation] = operationsOf(document);
const fault = (status: number, type: string, body: unknown) =>
  operation && validators.faultOf(operation, status, type, body);
const json = 'application/json; charset=utf-8';

test('what is documented passes', () => {
  expect(operation?.resolvedParameters[0]?.name).toBe('id');
  expect(fault(200, json, { name: null, parts: [{ size: 1 }], properties: 'x' })).toBeNull();
  expect(fault(404, 'application/problem+json', { status: 404 })).toBeNull();
});

test('an undeclared field is noticed, also deep inside', () => {
  expect(fault(200, json, { name: 'a', secret: 1 })).toContain('additionalProperties');
  expect(fault(200, json, { name: 'a', parts: [{ size: 1, secret: 1 }] })).toContain('additionalProperties');
});

test('a missing field, a wrong type, an undocumented status and an undocumented media type are noticed', () => {
  expect(fault(200, json, {})).toContain('required');
  expect(fault(200, json, { name: 1 })).toContain('type');
  expect(fault(418, json, {})).toContain('does not document 418');
  expect(fault(200, 'text/html', '')).toContain('does not document text/html');
});
