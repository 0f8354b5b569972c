import { invalidParams } from '../../contract/errors.js';
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
}

/** A property that distinguishes companies. */
export interface QueryProperty {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

const WORDS: Readonly<Record<QuestionColumn | 'address', readonly [name: string, description: string]>> = {
  name: ['Another name', 'A further name of the company.'],
  otherName: ['Other name', 'Another current or former name; separate several with semicolons.'],
  state: ['State', 'USPS code or name of the state.'],
  city: ['City', 'City of its address.'],
  zip: ['ZIP code', 'ZIP code of its address.'],
  street: ['Street', 'House number and street of its address.'],
  officer: ['Officer', 'Name of an officer.'],
  agent: ['Registered agent', 'Name of its registered agent.'],
  ein: ['EIN', 'Employer identification number.'],
  uei: ['UEI', 'Unique entity identifier of SAM.gov.'],
  cik: ['CIK', 'Filer key of the SEC.'],
  registryNumber: ['Number in the register', 'Number that a state or a county gave it.'],
  address: ['Address', 'Its address in one line, as in 6155 Imaginary Mill Rd, Salida, CO 81201.'],
};

export const QUERY_PROPERTIES: readonly QueryProperty[] = [...MATCH_QUESTIONS, 'address' as const].map(
  (id) => {
    const [name, description] = WORDS[id];
    return { id, name, description };
  },
);

const LIMIT = 10;

/** Cells that cannot be read are left out, as lists hold many. Throws the 400 for a property that is not known. */
export function readQuery(key: string, sent: ReconciliationQuery): QueryOfBatch {
  const cells = cellsOf(key, sent);
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
  return { key, question: asksNothing(question) && id === undefined ? undefined : question, id, limit };
}

function cellsOf(key: string, { query = '', properties = [] }: ReconciliationQuery): Map<string, string> {
  const cells = new Map([['name', query.trim()]]);
  const further: string[] = [];
  for (const [at, { pid, v }] of properties.entries()) {
    if (!QUERY_PROPERTIES.some(({ id }) => id === pid))
      throw unknownProperty(`queries/${key}/properties/${at}/pid`, pid);
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
  const told = typeof value === 'object' ? (value as { name?: unknown } | null)?.name : value;
  return ['string', 'number', 'boolean'].includes(typeof told) ? String(told).trim() : '';
}

function unknownProperty(parameter: string, pid: string) {
  const known = QUERY_PROPERTIES.map(({ id }) => id).join(', ');
  return invalidParams({
    parameter,
    message: `must be one of ${known}; got ${JSON.stringify(pid.slice(0, 60))}.`,
  });
}
