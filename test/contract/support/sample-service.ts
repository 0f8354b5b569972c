import { newSampleFolder } from '../../support/sample.js';
import { startOn, type TestService } from '../../support/service.js';

/** The whole service over the bundled sample, on a free port. */
export async function startSample(): Promise<TestService> {
  return startOn(await newSampleFolder('dossier-sample-'));
}
