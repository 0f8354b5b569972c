import type { EntityPreview } from '../../contract/reconcile.js';
import type { EntityData } from '../../domain/entity.js';

/** One line that distinguishes records of the same name. */
export function describeRecord({ state, type, status, principalAddress }: EntityData): string {
  return [state, type, status, principalAddress].filter(Boolean).join(' · ');
}

/** The kinds of records, as people say them. */
export const KINDS: Readonly<Record<EntityData['recordClass'], string>> = {
  registry_entity: 'business register',
  federal_registration: 'federal registration',
  filing_event: 'filing',
  license: 'license',
  name_registration: 'registered name',
  government_vendor: 'government vendor',
  financial_assistance_award: 'award',
};

/** Shows a record as a suggestion does: previews are free, records are not. */
export function previewOf({ id, name, state, recordClass }: EntityData): EntityPreview {
  const facts = [
    ['State', state],
    ['Record', KINDS[recordClass]],
  ] as const;
  return { id, name, facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])) };
}
