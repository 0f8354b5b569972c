import type { RecordClass } from '../../../contract/vocabulary.js';
import { staleSentence } from '../../parts/dates.js';
import { searchPath } from '../../parts/links.js';
import type { EntityShown, Provenance } from './provenance.js';

/** Notes before the facts: the record is gone, stale, live, or limited by its kind. */
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
          <p>{`The publisher has not listed this record since ${meta.goneSince.slice(0, 10)}. The last published version is shown.`}</p>
        </div>
      )}
      {meta.live && (
        <div class="notice">
          <p>
            {meta.stale
              ? 'The publisher’s portal did not respond; an earlier response is shown.'
              : 'Just read from the publisher’s portal; this register is not loaded.'}
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
            This record is of an individual, not of a company. Its address is only the place, and it has no
            relations.
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
  license: 'This is a licence. It shows who may do what, not when a company was formed or who its agent is.',
  financial_assistance_award:
    'This is a financial assistance award. It shows who was paid, not who is behind the name.',
  name_registration: 'This is the registration of a trade name, not of a company.',
  government_vendor: 'This is an entry in a vendor list. It contains little more than a name and a place.',
  filing_event: 'This is a filing. It reports one event of a company.',
};
