import { MATCH_QUESTIONS } from '../../contract/match.js';
import type { ReconciliationQuery } from '../../contract/reconcile.js';
import { canonicalEntityId } from '../../domain/ids.js';
import { addressParts } from '../../domain/places/address-parts.js';
import type { Question } from '../../linking/match/question/question.js';
import { asksNothing, type QuestionColumn, questionOfCells } from '../match/cells.js';

/** A query of a batch as it is answered. */
export interface QueryOfBatch {
  /** The name under which the client sent it. */
  readonly key: string;
  /** Undefined if there is nothing to look for: it costs nothing and finds nothing. */
  readonly question: Question | undefined;
  /** The id of a record, if that is what was sent as the name. */
  readonly id: string | undefined;
  readonly limit: number;
  /** The query names a property that is not known: its candidates were found without it, so none is a match. */
  readonly isPartial: boolean;
}

/** A property that distinguishes companies. */
interface QueryProperty {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

const WORDS: Readonly<Record<QuestionColumn | 'address', readonly [name: string, description: string]>> = {
  name: ['Another name', 'Another name of the company.'],
  otherName: ['Other name', 'Another current or former name; separate several with semicolons.'],
  state: ['State', 'USPS code or name of the state.'],
  city: ['City', 'City of the address.'],
  zip: ['ZIP code', 'ZIP code of the address.'],
  street: ['Street', 'House number and street of the address.'],
  officer: ['Officer', 'Name of an officer.'],
  agent: ['Registered agent', 'Name of the registered agent.'],
  ein: ['EIN', 'Employer identification number.'],
  uei: ['UEI', 'Unique entity identifier of SAM.gov.'],
  cik: ['CIK', 'CIK of the SEC.'],
  registryNumber: ['Number in the register', 'Number assigned by a state or county.'],
  address: ['Address', 'The address on one line, such as 6155 Imaginary Mill Rd, Salida, CO 81201.'],
};

export const QUERY_PROPERTIES: readonly QueryProperty[] = [...MATCH_QUESTIONS, 'address' as const].map(
  (id) => {
    const [name, description] = WORDS[id];
    return { id, name, description };
  },
);

const LIMIT = 10;

/** Cells that cannot be read are left out, as lists hold many, and so are properties that are not known. */
export function readQuery(key: string, sent: ReconciliationQuery): QueryOfBatch {
  const cells = cellsOf(sent);
  const isPartial = (sent.properties ?? []).some(({ pid }) => !isKnown(pid));
  const id = canonicalEntityId(cells.get('name') ?? '');
  if (id !== undefined) {
    cells.delete('name');
    const [state = '', number = ''] = id.includes(':')
      ? [id.slice(0, 2), id.slice(id.lastIndexOf(':') + 1)]
      : [];
    cells.set('state', state);
    cells.set('registryNumber', number);
  }
  const { question } = questionOfCells((column) => cells.get(column) ?? '');
  const { limit = LIMIT } = sent;
  return {
    key,
    question: asksNothing(question) && id === undefined ? undefined : question,
    id,
    limit,
    isPartial,
  };
}

function isKnown(pid: string): boolean {
  return QUERY_PROPERTIES.some(({ id }) => id === pid);
}

function cellsOf({ query = '', properties = [] }: ReconciliationQuery): Map<string, string> {
  const cells = new Map([['name', query.trim()]]);
  const further: string[] = [];
  for (const { pid, v } of properties) {
    if (!isKnown(pid)) continue;
    const texts = (Array.isArray(v) ? v : [v]).map(textOf).filter((text) => text !== '');
    if (pid === 'name' || pid === 'otherName') for (const text of texts) further.push(text);
    else if (texts[0] !== undefined && !cells.has(pid)) cells.set(pid, texts[0]);
  }
  cells.set('otherName', further.join(';'));
  const address = cells.get('address');
  if (address !== undefined) {
    for (const [part, text] of Object.entries(addressParts(address))) {
      if (text && !cells.has(part)) cells.set(part, text);
    }
  }
  return cells;
}

/** A value that was matched before is an object with its name. */
function textOf(value: unknown): string {
  const reported = typeof value === 'object' ? (value as { name?: unknown } | null)?.name : value;
  return ['string', 'number', 'boolean'].includes(typeof reported) ? String(reported).trim() : '';
}
