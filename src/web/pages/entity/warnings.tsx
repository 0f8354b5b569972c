import type { RecordClass } from '../../../contract/vocabulary.js';
import { staleSentence } from '../../parts/dates.js';
import { searchPath } from '../../parts/links.js';
import type { EntityShown, Provenance } from './provenance.js';

/** Things to know before the facts: the record is gone, old, read elsewhere, or thin by its nature. */
export function Warnings({
  shown,
  provenance,
}: {
  readonly shown: EntityShown;
  readonly provenance: Provenance;
}) {
  const { entity, meta, now } = shown;
  const stale = provenance.own && staleSentence(provenance.own, now);
  const thin = THIN[entity.recordClass];
  return (
    <>
      {meta.goneSince !== undefined && (
        <div class="notice">
          <p>{`The publisher has not listed this record since ${meta.goneSince.slice(0, 10)}. Shown is what it said last.`}</p>
        </div>
      )}
      {meta.live && (
        <div class="notice">
          <p>
            {meta.stale
              ? 'The publisher’s portal did not answer; this is what it said before.'
              : 'Read from the publisher’s portal just now; this register is not loaded here.'}
          </p>
        </div>
      )}
      {stale !== undefined && (
        <div class="notice">
          <p>{stale}</p>
        </div>
      )}
      {entity.subjectType === 'person' && (
        <div class="notice">
          <p>
            This record is of a person, not of a company. Its address is the place alone, and nothing relates
            it to others.
          </p>
        </div>
      )}
      {thin !== undefined && entity.subjectType !== 'person' && (
        <div class="notice">
          <p>
            {`${thin} `}
            <a href={searchPath({ q: entity.name, recordClass: 'registry_entity' })}>
              Search the registers for a company of this name
            </a>
            .
          </p>
        </div>
      )}
    </>
  );
}

const THIN: Readonly<Partial<Record<RecordClass, string>>> = {
  license:
    'This is a licence. It says who may do what, and not when a company was formed or who its agent is.',
  financial_assistance_award:
    'This is an award of financial assistance. It names who was paid, and not who stands behind the name.',
  name_registration: 'This is the registration of a trade name, not of a company.',
  government_vendor: 'This is an entry in a list of vendors. It says little more than a name and a place.',
  filing_event: 'This is a filing. It reports one event of a company.',
};
