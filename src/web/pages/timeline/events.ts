import { dollars } from '../../parts/numbers.js';
import { fieldWords } from '../../parts/words.js';
import type { AnswerOf } from '../../site/answers.js';

export const KINDS = {
  register: 'Register',
  sec: 'SEC filings',
  contract: 'Contracts',
  lien: 'Liens',
  loan: 'Loans',
  seen: 'First seen',
} as const;
export type Kind = keyof typeof KINDS;

export interface TimelineEvent {
  /** Calendar date. */
  readonly date: string;
  readonly kind: Kind;
  readonly text: string;
  /** For what we saw: the publisher's own date of it, if it gives one. */
  readonly published?: string | null;
}

type Entity = AnswerOf<'getEntity'>['data'];
type History = AnswerOf<'getHistory'>['data'];

/** Everything with a date, newest first; of one day the order of the kinds. */
export function eventsOf(entity: Entity, history: History | undefined): readonly TimelineEvent[] {
  const all = [
    ...register(entity),
    ...federal(entity),
    ...money(entity),
    ...(history?.events ?? []).map(seen),
  ].filter((event): event is TimelineEvent => event !== undefined);
  const order = Object.keys(KINDS);
  return all.sort(
    (one, other) =>
      other.date.localeCompare(one.date, 'en') || order.indexOf(one.kind) - order.indexOf(other.kind),
  );
}

function on(date: string | null | undefined, kind: Kind, text: string): TimelineEvent | undefined {
  return date ? { date, kind, text } : undefined;
}

function register(entity: Entity) {
  return [
    on(entity.formedDate, 'register', 'Formed'),
    on(entity.registeredInStateDate, 'register', 'Registered in the state'),
    on(entity.expirationDate, 'register', 'Registration ends'),
    ...entity.filings.map(({ type, date, description }) =>
      on(date, 'register', description === null ? type : `${type}: ${description}`),
    ),
  ];
}

function federal({ federal = {} }: Entity) {
  return [
    ...(federal.sec?.items ?? []).map(({ type, date, description }) =>
      on(date, 'sec', description ? `${type}: ${description}` : type),
    ),
    ...(federal.contracts?.items ?? []).map(({ startDate, awardId, agency, amount }) =>
      on(
        startDate,
        'contract',
        `Contract ${awardId} starts${agency === null ? '' : `, ${agency}`}${of(amount)}`,
      ),
    ),
  ];
}

function money({ ucc, ppp }: Entity) {
  return [
    ...(ucc?.items ?? []).flatMap(({ filingNumber, filedDate, lapseDate, securedParties }) => [
      on(
        filedDate,
        'lien',
        `Lien ${filingNumber} filed, owed to ${securedParties.map(({ name }) => name).join('; ')}`,
      ),
      on(lapseDate, 'lien', `Lien ${filingNumber} lapses`),
    ]),
    ...(ppp?.items ?? []).flatMap(({ dateApproved, forgivenessDate, lender, amount, forgivenessAmount }) => [
      on(dateApproved, 'loan', `Loan approved${lender === null ? '' : `, ${lender}`}${of(amount)}`),
      on(forgivenessDate, 'loan', `Loan forgiven${of(forgivenessAmount)}`),
    ]),
  ];
}

function of(amount: number | null): string {
  return amount === null ? '' : `, ${dollars(amount)}`;
}

const SEEN: Readonly<Record<string, string>> = {
  created: 'First seen',
  changed: 'Changed',
  gone: 'No longer listed by the publisher',
  restored: 'Listed again',
  link_changed: 'Linked records changed',
};

function seen({ kind, changes, seenAt, publishedAt }: History['events'][number]): TimelineEvent {
  const listed = changes.filter(({ field }) => kind === 'changed' || field.startsWith('records.'));
  const shown = listed.map(({ field, from, to }) => `${fieldWords(field)}: ${short(from)} → ${short(to)}`);
  const text = [SEEN[kind] ?? kind, ...shown].join('. ');
  return { date: seenAt.slice(0, 10), kind: 'seen', text, published: publishedAt };
}

/** A value of a field in a few words. */
function short(value: unknown): string {
  if (value === null) return 'nothing';
  const text = typeof value === 'string' ? value : (numbered(value) ?? JSON.stringify(value));
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** Records that state a number of the entity: how many, and the day of the newest. Undefined for other values. */
function numbered(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const [newest] = value as readonly { readonly record?: unknown; readonly date?: string | null }[];
  if (newest?.record === undefined) return undefined;
  return `${value.length}${newest.date ? `, newest of ${newest.date}` : ''}`;
}
