import { afterAll, beforeAll, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { checkGeneratedClient } from './support/generated-client.js';
import { startSample } from './support/sample-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startSample();
});
afterAll(() => service.close());

it('a client that openapi-typescript makes compiles in the plain case, and reads the answers', async () => {
  const key = await service.newKey({ scopes: ['read'], credits: 100 });
  await checkGeneratedClient(service.url, key);
});
