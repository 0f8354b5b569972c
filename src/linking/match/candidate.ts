import type { EntityData } from '../../domain/entity.js';
import { keyOfNumber } from '../../domain/identifiers.js';
import { isCommercialAgent } from '../../domain/people/commercial-agents.js';
import { normaliseRecord, type Prepared, prepare } from '../../matching/records/prepare.js';
import type { LinkEntity } from '../../store/store.js';
import { entityRecord } from '../candidates/entity-record.js';

/** An entity that may be the requested one. */
export interface Candidate {
  readonly number: number;
  readonly sourceId: string;
  readonly data: EntityData;
  readonly prepared: Prepared;
  /** `prepared.address` is a former or mailing address. */
  readonly isAtFormerAddress?: boolean;
}

/** Prefix for the scheme of a register's own numbers; no publisher has a scheme with this prefix. */
const NUMBER_OF = 'number-';

/**
 * Returns `undefined` for named individuals, who are never a match. `state`: that of the request. It may be the state of
 * registration as well as of the address, so a record registered there is compared as if its address were there.
 */
export function toCandidate(entity: LinkEntity, state: string): Candidate | undefined {
  const data = JSON.parse(entity.document) as EntityData;
  const made = entityRecord(entity, data);
  if (made === undefined) return undefined;
  const agent = data.registeredAgent?.name;
  const people = agent === undefined || isCommercialAgent(agent) ? [] : [agent];
  const { address } = made.record;
  const isRegisteredThere = state !== '' && data.state === state && address?.state !== state;
  const record = {
    ...made.record,
    people: [...(made.record.people ?? []), ...people],
    ...(isRegisteredThere && address && { address: { ...address, state }, officeState: address.state }),
  };
  const prepared = prepare(normaliseRecord(record));
  return { number: entity.number, sourceId: entity.sourceId, data, prepared };
}

/** Returns the candidate with further identifiers, as if its register had published them. */
export function holding(candidate: Candidate, identifiers: readonly string[]): Candidate {
  const { prepared } = candidate;
  const own = prepared.record.identifiers ?? [];
  const record = { ...prepared.record, identifiers: [...new Set([...own, ...identifiers])] };
  return { ...candidate, prepared: { ...prepared, record } };
}

export function holdsAny({ prepared }: Candidate, identifiers: readonly string[]): boolean {
  const own = prepared.record.identifiers ?? [];
  return identifiers.some((identifier) => own.includes(identifier));
}

/** The candidate's number in its register, as an identifier of a scheme of its own. */
export function registryIdentifier({ sourceId, data }: Candidate): string | undefined {
  const plain = data.stateEntityId && keyOfNumber(data.stateEntityId)?.plain;
  return plain ? `${NUMBER_OF}${sourceId}:${plain}` : undefined;
}

/** Identifiers that more than one register may publish. */
export function sharedIdentifiers({ prepared }: Candidate): readonly string[] {
  return (prepared.record.identifiers ?? []).filter((identifier) => !identifier.startsWith(NUMBER_OF));
}

/**
 * Orders registers as the source for a body: its state's own register, then federal ones, then licences and vendors. Of two
 * states, the one of the body's address comes before one that only lets it do business.
 */
export function classRank({ data: { recordClass, state }, prepared: { address } }: Candidate): number {
  if (recordClass === 'registry_entity') return address?.state && address.state !== state ? 1 : 0;
  return recordClass === 'federal_registration' ? 2 : 3;
}

/** The identifier as shown to users: a register's number without its scheme. */
export function withoutRegister(identifier: string | null): string | null {
  return identifier?.startsWith(NUMBER_OF) ? identifier.slice(identifier.indexOf(':') + 1) : identifier;
}
