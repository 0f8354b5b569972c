import { expect } from 'vitest';
import { type Document, operationsOf, Validators } from '../../contract/support/document.js';
import type { TestService } from '../../support/service.js';

export interface Reply {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

export type Post = (path: string, body?: object, under?: string, bearer?: string) => Promise<Reply>;

/**
 * Posts to the admin API with a new admin key, or another `bearer`; `under` is the idempotency key. Every answer is checked
 * against the service's own document.
 */
export async function adminClient(service: TestService): Promise<Post> {
  const admin = await service.newKey({ scopes: ['admin'], credits: 5 });
  const document = (await (await fetch(`${service.url}/openapi.admin.json`)).json()) as Document;
  const validators = new Validators(document);
  return async (path, body, under, bearer = admin) => {
    const response = await fetch(`${service.url}/api/v1/admin${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(under !== undefined && { 'idempotency-key': under }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as {
      data: Reply['data'];
      error?: { code: string; message: string };
    };
    const type = response.headers.get('content-type');
    expect(validators.faultOf(operationAt(document, path), response.status, type, answer)).toBeNull();
    return {
      status: response.status,
      data: answer.data,
      code: answer.error?.code,
      message: answer.error?.message,
    };
  };
}

function operationAt(document: Document, path: string) {
  const operation = operationsOf(document).find(
    ({ method, path: template }) =>
      method === 'POST' &&
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(`/api/v1/admin${path}`),
  );
  if (!operation) throw new Error(`The document has no POST ${path}.`);
  return operation;
}
