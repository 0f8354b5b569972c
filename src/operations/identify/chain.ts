import type { Identity, ReachedNumber } from '../../contract/records/identity.js';
import type { NumberScheme } from '../../contract/vocabulary.js';
import { namesAgree } from '../../domain/business-names/agreeing-names.js';
import { type BodyNumber, sameNumber, shownNumber } from '../../domain/numbers.js';
import { EXCLUSION_LISTS } from '../../domain/records/exclusion.js';
import { PLANS } from '../../domain/records/plan-document.js';
import { type Holder, type NumberDependencies, NumberedRecords } from './records.js';

/** Records between the requested number and the last one that is reached. */
const MAX_STEPS = 4;
const MAX_NUMBERS = 50;

/** Schemes in which one body has one number; of `state-number`, one in each state. */
const SINGLE: ReadonlySet<NumberScheme> = new Set(['ein', 'cik', 'uei', 'lei', 'fdic', 'state-number']);

/**
 * An entry of an exclusion list names a body in its own words, and a plan its sponsor, often with a mistyped number: they are
 * shown, join nothing, and stop no join.
 */
function isOfBody({ source }: Holder): boolean {
  return source !== PLANS && !EXCLUSION_LISTS.includes(source);
}

interface Reached {
  readonly number: BodyNumber;
  readonly from: BodyNumber;
  readonly statedBy: Holder;
  readonly steps: number;
  readonly shared: boolean;
  readonly holders: readonly Holder[];
}

/** All records that state the number, and the other numbers of the body, in which each step rests on one record that states both. */
export async function identify(number: BodyNumber, records: NumberedRecords): Promise<Identity> {
  const holders = await records.find(number);
  const shared = areDifferent(holders);
  const chain = await reach([{ number, holders, shared }], records);
  return {
    scheme: number.scheme,
    value: shownNumber(number),
    shared,
    records: await Promise.all(holders.map((holder) => records.show(holder))),
    chain: await Promise.all(chain.map((reached) => show(reached, records))),
  };
}

/** Numbers of a live entity’s body that other records state, without those that different bodies share; undefined if there are none. */
export async function identityOf(
  entity: number,
  dependencies: NumberDependencies,
): Promise<readonly ReachedNumber[] | undefined> {
  const records = new NumberedRecords(dependencies);
  const own = await records.entity(entity);
  if (own === undefined || own.entity?.subjectType === 'person') return undefined;
  const isOther = ({ kind, key, source, cores }: Holder) =>
    (kind !== own.kind || key !== own.key) && (source !== PLANS || namesAgree(own.cores, cores));
  const starts = await Promise.all(
    own.numbers.map(async (number) => {
      const found = await records.findOthers(number);
      const others = found.filter(isOther);
      const shared = areDifferent([own, ...others]);
      return { number, holders: [own, ...others], shared };
    }),
  );
  const joined = starts.filter(
    ({ holders, shared }) =>
      !shared && holders.some((holder) => holder !== own && (isOfBody(holder) || holder.source === PLANS)),
  );
  if (joined.length === 0) return undefined;
  // The numbers by which other records are joined are a part of the answer.
  const direct = joined.map(({ number, holders }): Reached => {
    const [, ...others] = holders;
    return { number, from: number, statedBy: own, steps: 1, shared: false, holders: others };
  });
  const further = await reach(joined, records);
  const shown = [...direct, ...further.filter(({ shared }) => !shared)];
  return await Promise.all(
    shown.map((reached) => show({ ...reached, holders: reached.holders.filter(isOther) }, records)),
  );
}

/** Ids of live entities that state the number, or may be joined by records to one that does. */
export async function entitiesNear(number: BodyNumber, records: NumberedRecords): Promise<readonly string[]> {
  const holders = await records.find(number);
  const chain = await reach([{ number, holders, shared: areDifferent(holders) }], records);
  const all = [...holders, ...chain.flatMap((reached) => reached.holders)];
  return [...new Set(all.flatMap(({ kind, key }) => (kind === 'entity' ? key : [])))];
}

interface Start {
  readonly number: BodyNumber;
  readonly holders: readonly Holder[];
  readonly shared: boolean;
}

/** Breadth first. Nothing is reached through a number that different bodies state. */
async function reach(starts: readonly Start[], records: NumberedRecords): Promise<readonly Reached[]> {
  const known = starts.map(({ number }) => number);
  const found: Reached[] = [];
  let front: readonly (Start & { readonly steps: number })[] = starts.map((start) => ({
    ...start,
    steps: 0,
  }));
  while (front.length > 0) {
    const next: (Start & { readonly steps: number })[] = [];
    for (const { number: from, holders, shared: isShared, steps } of front) {
      if (steps === MAX_STEPS) continue;
      for (const statedBy of holders.filter(isOfBody)) {
        for (const number of statedBy.numbers) {
          if (number.scheme === 'accession' || known.some((one) => sameNumber(one, number))) continue;
          if (known.length === MAX_NUMBERS) return found;
          known.push(number);
          const all = await records.find(number);
          const agreeing = all.filter(({ cores }) => namesAgree(cores, statedBy.cores));
          const shared = isShared || areDifferent([statedBy, ...all]);
          found.push({ number, from, statedBy, steps: steps + 1, shared, holders: agreeing });
          if (!shared) next.push({ number, holders: agreeing, shared, steps: steps + 1 });
        }
      }
    }
    front = next;
  }
  return found;
}

/** Returns true unless the records can all be of one body: their names agree, and no two state different numbers of a scheme. */
function areDifferent(all: readonly Holder[]): boolean {
  const holders = all.filter(isOfBody);
  const disagree = holders.some(({ cores }, at) =>
    holders.slice(at + 1).some((other) => !namesAgree(cores, other.cores)),
  );
  if (disagree) return true;
  const single = new Map<string, string>();
  return holders
    .flatMap(({ numbers }) => numbers)
    .some(({ scheme, value }) => {
      if (!SINGLE.has(scheme)) return false;
      const kind = scheme === 'state-number' ? value.slice(0, 2) : scheme;
      const other = single.get(kind) ?? value;
      single.set(kind, value);
      return other !== value;
    });
}

async function show(
  { number, from, statedBy, steps, shared, holders }: Reached,
  records: NumberedRecords,
): Promise<ReachedNumber> {
  const { id: _id, state: _state, numbers: _numbers, ...statement } = await records.show(statedBy);
  return {
    scheme: number.scheme,
    value: shownNumber(number),
    from: { scheme: from.scheme, value: shownNumber(from) },
    statedBy: statement,
    steps,
    shared,
    records: await Promise.all(holders.map((holder) => records.show(holder))),
  };
}
