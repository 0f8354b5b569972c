import { afterAll, beforeAll } from 'vitest';
import { type Content, type ServiceOptions, startService, type TestService } from './service.js';

/** A service for all tests of a file: started before them, closed after them. */
export function useService(
  content: Content,
  options: ServiceOptions = {},
): Pick<TestService, 'get' | 'creditsLeft'> {
  let running: TestService | undefined;
  beforeAll(async () => {
    running = await startService(content, options);
  });
  afterAll(() => running?.close());
  const started = () => {
    if (running === undefined) throw new Error('The service is started before the first test, not earlier.');
    return running;
  };
  return {
    get: (path, headers) => started().get(path, headers),
    creditsLeft: () => started().creditsLeft(),
  };
}
