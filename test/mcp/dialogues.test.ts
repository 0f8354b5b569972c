import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';
import { modernAgent, oldAgent } from './support/agents.js';

const PAGE = 'docs/guides/agents-dialogues.md';
const MAX_SHOWN = 2;

interface Turn {
  readonly user: string;
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** Members of the answer that are shown. */
  readonly show: readonly string[];
  readonly agent: string;
  readonly credits?: number;
}

const id = 'CO:20221555001';
const DIALOGUES: readonly Turn[] = [
  {
    user: 'Is Willow Harbor Cleaners in Salida, Colorado, a registered company?',
    tool: 'match_company',
    given: { name: 'Willow Harbor Cleaners', state: 'CO', city: 'Salida' },
    show: ['outcome', 'candidates.0.id', 'candidates.0.name', 'candidates.0.probability', 'meta.creditsUsed'],
    agent: 'Says which record it is, and goes on with its id.',
  },
  {
    user: 'Who runs it, and since when?',
    tool: 'get_entity',
    given: { id },
    show: ['outcome', 'data.status', 'data.formedDate', 'data.officers', 'data.registeredAgent', 'absent'],
    agent:
      'Names the officers with the source of each, and reports why filings are missing in place of guessing.',
  },
  {
    user: 'Which companies have “willow” in their name?',
    tool: 'search_entities',
    given: { name: 'willow', limit: 2 },
    show: ['outcome', 'data.0.id', 'data.0.name', 'data.1.id', 'data.1.name', 'meta.totalCount', 'next'],
    agent: 'Says how many there are in all, and calls `next` only if the user wants more.',
  },
  {
    user: 'Which company is Maple Orchard Bicycle Works?',
    tool: 'match_company',
    given: { name: 'Maple Orchard Bicycle Works LLC' },
    show: [
      'outcome',
      'data.reason',
      'candidates.0.id',
      'candidates.0.name',
      'candidates.1.id',
      'candidates.1.name',
      'meta.creditsUsed',
    ],
    agent: 'Picks none: shows both to the user and asks which is meant.',
  },
  {
    user: 'Show me the 10-K filings of Tesla.',
    tool: 'search_sec_filings',
    given: { q: 'tesla', forms: '10-K', limit: 2 },
    show: ['outcome', 'data', 'meta.totalCount', 'meta.creditsUsed'],
    agent:
      'Gives the filings with their links; if none is loaded, says so and does not say that there are none.',
  },
  {
    user: 'Which federal contracts did the General Services Administration award?',
    tool: 'search_contracts',
    given: { agency: 'general services', limit: 1 },
    show: ['outcome', 'data.0.awardId', 'data.0.recipientName', 'data.0.amount', 'meta.totalCount'],
    agent: 'Gives the amount as obligated and names the recipient.',
  },
  {
    user: 'Did that company change lately?',
    tool: 'get_history',
    given: { id },
    show: ['outcome', 'data.id', 'data.events'],
    agent: 'Says that no change is known, and since when changes are known.',
  },
  {
    user: 'Look up CO:99999999999.',
    tool: 'get_entity',
    given: { id: 'CO:99999999999' },
    show: ['code', 'message'],
    agent: 'Says that no loaded source holds it; nothing was charged.',
  },
  {
    user: 'Search for Aspen in Colorado.',
    tool: 'search_entities',
    given: { name: 'aspen', state: 'Colorada' },
    show: ['code', 'message', 'errors'],
    agent: 'Corrects the argument that is named, and calls once more.',
  },
  {
    user: 'Give me everything about Willow Harbor Cleaners.',
    tool: 'get_entity',
    given: { id, include: 'all' },
    show: ['code', 'message', 'required', 'available'],
    agent: 'Does not retry: tells the user what is needed and what is left.',
    credits: 3,
  },
];

let service: TestService;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-dialogues-'));
});
afterAll(() => service.close());

test.each([modernAgent, oldAgent])('the ten dialogues are what the tools answer', async (connect) => {
  const reported: string[] = [];
  for (const [at, turn] of DIALOGUES.entries()) {
    const agent = await connect(service.url, await service.newKey({ credits: turn.credits ?? 100 }));
    const answer = await agent.call(turn.tool, { ...turn.given });
    // The day on which credits are renewed depends on today.
    const content = JSON.parse(answer.text.replace(/resets \d{4}-\d\d-\d\d/, 'resets 2026-12-01')) as unknown;
    await agent.close();
    const shown = Object.fromEntries(turn.show.map((path) => [path, short(memberOf(content, path))]));
    reported.push(
      `## ${at + 1}. ${turn.user}`,
      `\`${turn.tool}\`${fenced(turn.given)}`,
      `answers${fenced(shown)}`,
      `The agent: ${turn.agent}`,
    );
  }
  const text = `${[HEAD, ...reported].join('\n\n')}\n`;
  if (process.env.UPDATE === '1') writeFileSync(PAGE, text);
  expect(text).toBe(readFileSync(PAGE, 'utf8'));
});

const HEAD = `# Ten dialogues

Calls of the [tools for agents](agents.md) over the bundled sample, as a test makes them with a client of each protocol. Each answer is shown by
the members that matter here, each list by its first ${MAX_SHOWN} items. \`UPDATE=1 npx vitest run test/mcp/dialogues\` records them again.`;

function memberOf(content: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((held, name) => (held as Record<string, unknown> | undefined)?.[name], content);
}

function short(value: unknown): unknown {
  return Array.isArray(value) ? value.slice(0, MAX_SHOWN) : value;
}

function fenced(value: unknown): string {
  return `\n\n\`\`\`json\n${JSON.stringify(value, null, 1)}\n\`\`\``;
}
