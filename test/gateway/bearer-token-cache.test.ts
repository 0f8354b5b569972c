import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashApiKey } from '../../src/domain/accounts/api-key.js';
import { BearerTokenCache } from '../../src/gateway/authenticate.js';

const first = (header: string) => new BearerTokenCache().hashOf(header, {});

test('a header gives the hash of the key in it', () => {
  expect(first('Bearer dsr_test_a')).toBe(hashApiKey('dsr_test_a'));
  expect(first('bearer  dsr_test_a')).toBe(hashApiKey('dsr_test_a'));
  for (const other of ['', 'Bearer', 'Bearer a b', 'Basic YTpi']) expect(first(other)).toBeUndefined();
});

test('whatever a connection sent before, a header gives what it gives on a new one', () => {
  const near = fc.constantFrom('Bearer a', 'Bearer b', 'bearer a', 'Bearer ab', 'Bearer é', 'Basic a');
  const header = fc.oneof(
    near,
    fc.string().map((key) => `Bearer ${key}`),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 2 }), header), { maxLength: 30 }), (requests) => {
      const keys = new BearerTokenCache();
      const connections = [{}, {}, {}];
      for (const [at, text] of requests) {
        expect(keys.hashOf(text, connections[at] ?? {})).toBe(first(text));
      }
    }),
  );
});
