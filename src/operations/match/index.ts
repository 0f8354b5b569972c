import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { MatchSchema } from '../../contract/match.js';
import { cikDigits, einDigits, keyOfNumber, ueiText } from '../../domain/identifiers.js';
import type { MatchedCandidate } from '../../linking/match/findings.js';
import { Matcher } from '../../linking/match/matcher.js';
import type { Question } from '../../linking/match/question/question.js';
import { shownEvidence } from '../../linking/match/shown-evidence.js';
import type { PriceItem } from '../../store/store.js';
import {
  date,
  defineQuery,
  type Field,
  needsOne,
  quoted,
  readAs,
  readZip,
  stateField,
  text,
} from '../query/query.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agenciesOf, loadedAmong } from '../support/origin.js';

const PRICE: readonly PriceItem[] = [{ item: 'match', credits: 1 }];

export function match(dependencies: Dependencies) {
  return defineOperation({
    id: 'match',
    method: 'GET',
    path: '/api/v1/match',
    summary: 'Match a company',
    description:
      'Finds the record of a company. Names, an address, people and identifiers are compared with all loaded records, with the same evidence and weights as for linking. `found` means that one record is certain and has no rival. If records match equally, or an identifier and a name belong to different companies, the outcome is `ambiguous`. Individuals are never matched. Costs 1 credit, even if nothing is found.',
    scope: 'read',
    example: { query: { name: 'Willow Harbor Cleaners', state: 'CO', city: 'Salida' } },
    params: Type.Object({}),
    query: MatchQuery.schema,
    data: MatchSchema,
    meta: Type.Object({
      source: Type.String({ description: 'Publishers of the candidates.' }),
      searched: Type.Array(Type.String(), { description: 'Ids of the loaded sources.' }),
    }),
    parse: ({ query }) => parseMatch(query),
    price: () => PRICE,
    run: (question) => run(question, dependencies),
  });
}

/** A matcher over the data of one request. Throws the 503. */
export function matcherOver({ catalog, links, indexes }: Dependencies): Matcher {
  const index = indexes()?.entities;
  if (index === undefined) {
    throw new ApiError('unavailable', 'The search index is not loaded yet.', { retryAfterSeconds: 1 });
  }
  return new Matcher({ catalog, links, index });
}

async function run(question: Question, dependencies: Dependencies): Promise<Answer> {
  const { sources, sample } = dependencies;
  const { outcome, reason, candidates, candidateCount } = await matcherOver(dependencies).match(question);
  const searched = await loadedAmong(dependencies, ({ kind }) => kind === 'entities');
  const shown = candidates.map(({ candidate }) => candidate.sourceId);
  return {
    data: { value: { outcome, reason, candidateCount, candidates: candidates.map(toItem) } },
    meta: {
      source: agenciesOf(shown.length > 0 ? shown : searched, sources),
      searched,
      ...(sample && { sample }),
    },
  };
}

function toItem(matched: MatchedCandidate) {
  const { candidate, also, probability, tier, rivals } = matched;
  const { id, name, state = null } = candidate.data;
  return {
    id,
    name,
    state,
    probability: Math.round(probability * 10_000) / 10_000,
    tier,
    evidence: shownEvidence(matched),
    rivals,
    otherRecords: also.map(({ data }) => data.id),
  };
}

/** Longer than any name, address or number. */
const LONGEST = 500;

export const MatchQuery = defineQuery(
  {
    name: short(
      'Name of the company. At least one of name, ein, uei, cik, registryNumber is required.',
      'Willow Harbor',
      reports,
    ),
    otherName: short(
      'Another current or former name; separate several with semicolons.',
      'Willow Harbor Cleaning',
      reports,
    ),
    state: stateField('State of registration or of the address; USPS code or name.'),
    city: short('City of the address.', 'Salida'),
    zip: readAs(
      text(
        'ZIP code of its address, 5 or 9 digits. Omit it for an address outside the United States.',
        '81201',
      ),
      readZip,
    ),
    street: short('House number and street of the address.', '6155 Imaginary Mill Rd'),
    officer: short('Name of an officer.', 'Ilse Thornbury'),
    agent: short(
      'Name of the registered agent; commercial agents are ignored.',
      'Front Range Example Agents',
    ),
    ein: identifier('Employer identification number, with or without dash.', '12-3456789', {
      read: einDigits,
      is: 'nine digits such as 12-3456789, not a placeholder',
    }),
    uei: identifier('Unique entity identifier of SAM.gov.', 'ABCDEFGH1234', {
      read: ueiText,
      is: 'twelve letters and digits without I and O',
    }),
    cik: identifier('CIK of the SEC; leading zeros are optional.', '320193', {
      read: cikDigits,
      is: 'a number of at most ten digits',
    }),
    registryNumber: short(
      'Number assigned by a state or county. Specify `state` too, because each register assigns its own.',
      '20221555001',
      (given) => keyOfNumber(given) !== null,
    ),
    asOf: date(
      'A date on which the company existed, YYYY-MM-DD: companies formed later are less likely.',
      '2024-06-30',
    ),
  },
  needsOne('name', 'ein', 'uei', 'cik', 'registryNumber'),
);

/** Throws 400 with every fault at once. */
function parseMatch(query: object): Question {
  const given = MatchQuery.read(query);
  const { ein, uei, cik, asOf } = given;
  return {
    name: given.name ?? '',
    otherNames: (given.otherName ?? '').split(';').flatMap((name) => name.trim() || []),
    address: {
      street: given.street ?? '',
      city: given.city ?? '',
      state: given.state ?? '',
      zip: given.zip ?? '',
    },
    people: [given.officer, given.agent].flatMap((person) => person ?? []),
    identifiers: [ein && `ein:${ein}`, uei && `uei:${uei}`, cik && `cik:${cik}`].flatMap((one) => one || []),
    registryNumber: given.registryNumber ?? '',
    year: asOf === null ? null : Number(asOf.slice(0, 4)),
  };
}

function short(
  description: string,
  example: string,
  isAllowed = (_given: string) => true,
): Field<string | null> {
  return readAs(text(description, example), (given, faults, name) => {
    if (given.length > LONGEST) return faults.add(name, `must have at most ${LONGEST} characters.`);
    return isAllowed(given) ? given : faults.add(name, `contains no letter or digit; got ${quoted(given)}.`);
  });
}

function reports(given: string): boolean {
  return /[\p{L}\p{N}]/u.test(given);
}

interface IdentifierRule {
  readonly read: (given: string) => string | undefined;
  /** In the fault: `must be …`. */
  readonly is: string;
}

function identifier(
  description: string,
  example: string,
  { read, is }: IdentifierRule,
): Field<string | null> {
  return readAs(
    text(description, example),
    (given, faults, name) => read(given) ?? faults.add(name, `must be ${is}; got ${quoted(given)}.`),
  );
}
