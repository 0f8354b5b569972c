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
  /** Fields of the result that are shown. */
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
    agent: 'Names the record and uses its id from here on.',
  },
  {
    user: 'Who runs it, and since when?',
    tool: 'get_entity',
    given: { id },
    show: ['outcome', 'data.status', 'data.formedDate', 'data.officers', 'data.registeredAgent', 'absent'],
    agent: 'Lists the officers with their sources, and the reason for the missing filings.',
  },
  {
    user: 'Which companies have “willow” in their name?',
    tool: 'search_entities',
    given: { name: 'willow', limit: 2 },
    show: ['outcome', 'data.0.id', 'data.0.name', 'data.1.id', 'data.1.name', 'meta.totalCount', 'next'],
    agent: 'Reports the total, and calls `next` only if the user wants more.',
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
    agent: 'Shows both to the user and asks which one is meant.',
  },
  {
    user: 'Show me the 10-K filings of Tesla.',
    tool: 'search_sec_filings',
    given: { q: 'tesla', forms: '10-K', limit: 2 },
    show: ['outcome', 'data', 'meta.totalCount', 'meta.creditsUsed'],
    agent: 'Lists the filings with their links. If none are loaded, it does not claim that there are none.',
  },
  {
    user: 'Which federal contracts did the General Services Administration award?',
    tool: 'search_contracts',
    given: { agency: 'general services', limit: 1 },
    show: ['outcome', 'data.0.awardId', 'data.0.recipientName', 'data.0.amount', 'meta.totalCount'],
    agent: 'Reports the obligated amount and the recipient.',
  },
  {
    user: 'Did that company change lately?',
    tool: 'get_history',
    given: { id },
    show: ['outcome', 'data.id', 'data.events'],
    agent: 'Reports that no change is known, and since when changes are recorded.',
  },
  {
    user: 'Look up CO:99999999999.',
    tool: 'get_entity',
    given: { id: 'CO:99999999999' },
    show: ['code', 'message'],
    agent: 'Reports that no loaded source contains it; nothing was charged.',
  },
  {
    user: 'Search for Aspen in Colorado.',
    tool: 'search_entities',
    given: { name: 'aspen', state: 'Colorada' },
    show: ['code', 'message', 'errors'],
    agent: 'Corrects the argument and calls again.',
  },
  {
    user: 'Which of our three vendors are registered companies?',
    tool: 'match_list',
    given: {
      name: 'Vendors',
      rows: [
        { vendor: 'V-1', name: 'Willow Harbor Cleaners', state: 'CO', city: 'Salida' },
        { vendor: 'V-2', name: 'Maple Orchard Bicycle Works LLC' },
        { vendor: 'V-3', name: 'Nobody of That Name', state: 'CO' },
      ],
    },
    show: ['outcome', 'data.counts', 'data.records', 'meta.creditsUsed'],
    agent: 'Reads the rows with `get_list_rows`, and shows the candidates of the ambiguous one to the user.',
  },
  {
    user: 'Give me everything about Willow Harbor Cleaners.',
    tool: 'get_entity',
    given: { id, include: 'all' },
    show: ['code', 'message', 'required', 'available'],
    agent: 'Does not retry: reports the required and the remaining credits.',
    credits: 3,
  },
];

let service: TestService;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-dialogues-'));
});
afterAll(() => service.close());

test.each([modernAgent, oldAgent])(
  'the tools return the results of the eleven dialogues',
  async (connect) => {
    const reported: string[] = [];
    for (const [at, turn] of DIALOGUES.entries()) {
      const agent = await connect(service.url, await service.newKey({ credits: turn.credits ?? 100 }));
      const answer = await agent.call(turn.tool, { ...turn.given });
      // The renewal date depends on the current date.
      const content = JSON.parse(answer.text.replace(/renew \d{4}-\d\d-\d\d/, 'renew 2026-12-01')) as unknown;
      await agent.close();
      const shown = Object.fromEntries(turn.show.map((path) => [path, short(memberOf(content, path))]));
      reported.push(
        `## ${at + 1}. ${turn.user}`,
        `\`${turn.tool}\`${fenced(turn.given)}`,
        `Result:${fenced(shown)}`,
        `The agent: ${turn.agent}`,
      );
    }
    const text = `${[HEAD, ...reported].join('\n\n')}\n`;
    if (process.env.UPDATE === '1') writeFileSync(PAGE, text);
    expect(text).toBe(readFileSync(PAGE, 'utf8'));
  },
);

const HEAD = `# Eleven dialogues

Calls of the [tools for agents](agents.md) with the bundled sample. A test runs them with a client of each protocol version. Only relevant fields of the
results are shown, and up to ${MAX_SHOWN} items of each list. To record them again, run \`UPDATE=1 npx vitest run test/mcp/dialogues\`.`;

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
