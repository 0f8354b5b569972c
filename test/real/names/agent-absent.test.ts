import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparedText, keyOfText } from '../../../src/domain/business-names/name-key.js';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import { modernAgent } from '../../mcp/support/agents.js';
import { readDrafts } from '../../sources/read-source.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { startService, type TestService } from '../../support/service.js';
import { hashOf } from './random-of.js';

const ASKED = 300;
const skip = withoutRealData('that an agent is not told “found” for a name that is not loaded');

describe.skipIf(skip)('an agent that asks for nonprofits of a state that is not loaded', () => {
  let service: TestService;
  let absent: readonly string[];

  beforeAll(async () => {
    const [loaded, others] = await Promise.all(['ri', 'vt'].map(namesOf));
    if (!loaded || !others) throw new Error('The IRS files are missing.');
    const cores = new Set(loaded.names.map(coreOf));
    absent = [...new Set(others.names)]
      .filter((name) => !cores.has(coreOf(name)))
      .sort((one, other) => hashOf(`${one}!`) - hashOf(`${other}!`))
      .slice(0, ASKED);
    service = await startService({ entities: { us_irs_eo_bmf: loaded.drafts } });
  }, 300_000);
  afterAll(() => service?.close());

  it('gets the outcome found for none of 300 names', async () => {
    const agent = await modernAgent(service.url, service.key);
    const found: string[] = [];
    for (const name of absent) {
      const { content } = await agent.call('search_entities', { name });
      if (content.outcome !== 'found') continue;
      const [first] = content.data as readonly { readonly name: string }[];
      found.push(`${name} -> ${first?.name}`);
    }
    await agent.close();
    expect(absent).toHaveLength(ASKED);
    expect(found).toEqual([]);
  }, 300_000);
});

async function namesOf(state: string) {
  const { drafts } = await readDrafts(usIrsEoBmf, [realFile('federal', 'irs_bmf', `eo_${state}.csv.gz`)]);
  return { drafts, names: drafts.map(({ name }) => name) };
}

function coreOf(name: string): string {
  return keyOfText(comparedText(name))?.compact ?? '';
}
