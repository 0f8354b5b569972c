import type { ComponentChildren } from 'preact';
import { soughtAddresses } from '../../../domain/places/address-text.js';
import { personPath, searchPath } from '../../parts/links.js';
import { stateName } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { FIELD_WORDS, RECORD_CLASS_WORDS } from '../../parts/words.js';
import { type EntityShown, From, type Provenance } from './provenance.js';

/** One fact with its source. */
export function Fact({
  name,
  number,
  children,
}: {
  readonly name: string;
  readonly number: number;
  readonly children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children} <From number={number} />
      </dd>
    </div>
  );
}

/** The words of the record itself. */
export function Facts({
  shown: { entity, meta },
  provenance,
}: {
  readonly shown: EntityShown;
  readonly provenance: Provenance;
}) {
  const own = provenance.numberOf(provenance.own?.id ?? 'own');
  const { registeredAgent: agent, otherNames = [], identifiers = [], jurisdictionLevel } = entity;
  const plain = [
    'type',
    'formedDate',
    'registeredInStateDate',
    'expirationDate',
    'stateEntityId',
    'principalAddress',
  ] as const;
  const level = jurisdictionLevel === null ? '' : `, ${jurisdictionLevel}`;
  return (
    <section id="facts" aria-labelledby="facts-head">
      <h2 id="facts-head">Facts</h2>
      <dl class="facts">
        {entity.status !== undefined && (
          <Fact name="Status" number={own}>
            <Status status={entity.status} /> <span class="quiet">{asOfWords(meta)}</span>
          </Fact>
        )}
        {plain.map(
          (field) =>
            entity[field] !== undefined && (
              <Fact name={FIELD_WORDS[field] ?? field} number={own}>
                {field === 'principalAddress' ? <Address line={entity[field] ?? ''} /> : entity[field]}
              </Fact>
            ),
        )}
        {agent && (
          <Fact
            name={agent.role === 'service_of_process' ? 'Address for service' : 'Registered agent'}
            number={own}
          >
            <a href={personPath(agent.name)}>{agent.name}</a>
            {agent.address === null ? '; address not published' : `, ${agent.address}`}
            {agent.note !== undefined && ` (the register: ${agent.note})`}
          </Fact>
        )}
        {entity.state !== undefined && (
          <Fact name="State" number={own}>
            {stateName(entity.state)}
          </Fact>
        )}
        {otherNames.map(({ name, kind, source }) => (
          <Fact name={OTHER_NAMES[kind] ?? 'Other name'} number={provenance.numberOf(source)}>
            {name}
          </Fact>
        ))}
        {identifiers.map(({ scheme, value }) => (
          <Fact name={SCHEMES[scheme] ?? scheme} number={own}>
            <span class="mono">{value}</span>
          </Fact>
        ))}
        <Fact name="Kind of record" number={own}>
          {RECORD_CLASS_WORDS[entity.recordClass]}
        </Fact>
        {entity.sourceAgency !== null && (
          <Fact name="Agency" number={own}>{`${entity.sourceAgency}${level}`}</Fact>
        )}
      </dl>
    </section>
  );
}

/** Leads to all records at the address, if it names a door. */
function Address({ line }: { readonly line: string }) {
  if (soughtAddresses(line, {}).length === 0) return line;
  return (
    <>
      {line} <a href={searchPath({ q: line, in: 'address' })}>Everything at this address</a>
    </>
  );
}

/** When a status was published: it may have changed since. */
function asOfWords({ asOf, live }: EntityShown['meta']): string {
  if (live) return 'read from the portal';
  return asOf === null ? 'publication date unknown' : `as of ${asOf} or later`;
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  former: 'Former name',
  assumed: 'Trades as',
  sort: 'Second name line',
};

const SCHEMES: Readonly<Record<string, string>> = {
  uei: 'UEI (federal)',
  ein: 'EIN (tax)',
  usdot: 'USDOT number',
  fdic_cert: 'FDIC certificate',
  co_entity: 'Owner’s Colorado number',
  cik: 'CIK (SEC)',
};
