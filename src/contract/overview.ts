import Type, { type TSchema } from 'typebox';
import { EntityItemSchema } from './entity-search.js';
import { FoundFilingSchema } from './filing-search.js';
import { ContractSchema } from './records/award.js';
import { LobbyingSchema } from './records/lobbying.js';
import { Nullable, OneOf } from './schema.js';
import { NUMBER_FORMS, OVERVIEW_OUTCOMES } from './vocabulary.js';

/** Results of each kind in an overview. */
export const OVERVIEW_RESULTS = 3;

const ReadingSchema = Type.Object(
  {
    kind: OneOf(['name', 'person', 'address', 'place', 'number'], 'What the text may be.'),
    scheme: Type.Optional(OneOf(NUMBER_FORMS, 'Kind of number; only with `number`.')),
    value: Type.String({ description: 'The text, or the number as its publisher writes it.' }),
  },
  { title: 'OverviewReading', description: 'One way to read the text.' },
);

const kindOf = (title: string, description: string, item: TSchema) =>
  Type.Object(
    {
      outcome: OneOf(
        OVERVIEW_OUTCOMES,
        '`not_applicable`: the text cannot be of this kind. `source_not_loaded`: no source of this kind is loaded. `unavailable`: the search ' +
          'failed; try again.',
      ),
      totalCount: Nullable(
        Type.Integer({ minimum: 0, description: 'Number of results; exact. Null if nothing was searched.' }),
      ),
      path: Nullable(
        Type.String({
          description: 'Path and query of the whole list in this API; null if there is none.',
          examples: ['/api/v1/search?agent=dana+whitlock'],
        }),
      ),
      results: Type.Array(item, {
        description: `The first ${OVERVIEW_RESULTS} results, as in the whole list.`,
      }),
      correctedQuery: Type.Optional(
        Type.String({ description: 'Present if words were corrected: the query that was used.' }),
      ),
      removedWords: Type.Optional(
        Type.Array(Type.String(), { description: 'Present if words were omitted.' }),
      ),
    },
    { title, description },
  );

export const OverviewSchema = Type.Object(
  {
    query: Type.String({ description: 'The text, without blanks around it.' }),
    readings: Type.Array(ReadingSchema, { description: 'What the text may be.' }),
    companies: kindOf('OverviewCompanies', 'Records with this name or number.', EntityItemSchema),
    people: kindOf(
      'OverviewPeople',
      'Records with an officer or a registered agent of this name. Nobody is merged by name.',
      EntityItemSchema,
    ),
    agents: kindOf('OverviewAgents', 'Records with a registered agent of this name.', EntityItemSchema),
    addresses: kindOf('OverviewAddresses', 'Records at this address, ZIP code or city.', EntityItemSchema),
    filings: kindOf('OverviewFilings', 'SEC filings.', FoundFilingSchema),
    contracts: kindOf('OverviewContracts', 'Federal contracts of a recipient of this name.', ContractSchema),
    lobbying: kindOf(
      'OverviewLobbying',
      'Lobbying disclosures of a client, or else a registrant, of this name.',
      LobbyingSchema,
    ),
  },
  { title: 'Overview', description: 'What a text may be, and the first results of each kind.' },
);

/** Kinds of results, in display order. */
export const OVERVIEW_KINDS = [
  'companies',
  'people',
  'agents',
  'addresses',
  'filings',
  'contracts',
  'lobbying',
] as const;
export type OverviewKind = (typeof OVERVIEW_KINDS)[number];
