import { columns } from '../../support/columns.js';
import { words } from '../words.js';

/**
 * No row of this table was at hand; its columns are known from programs that read it. It repeats a licence for each
 * case of discipline, which is not kept, so that the rows of a licence are one record. Numbers are given out per
 * kind of licence. Unverified: `entityname` as the name of a firm, and what further columns there are.
 *
 * Discipline, and links to the Department’s pages, are not kept.
 */
export const LICENSE_COLUMNS = {
  columns: columns(
    'licensetype licensenumber lastname firstname middlename city state mailzipcode licensefirstissuedate',
    'licensestatusdescription',
  ),
  optional: columns('entityname suffix'),
  ignore: columns(
    'subcategory licenselastreneweddate licenseexpirationdate linktoverifylicense linktoviewhealthcareprofile',
    'casenumber programaction disciplineeffectivedate disciplinecompletedate specialty title degree county',
  ),
} as const;

/** The words that are known; the table has more of them. */
export const STATUSES = words({
  active: 'Active',
  inactive: 'Expired; Inactive; Revoked; Surrendered; Deceased',
});

/** How the portal is asked for a licence: the key is written as the Department does, `FRM.5000999`. */
export const ASKED_BY = {
  key: 'licensenumber',
  keyHolds: (key: string) => [key.slice(key.indexOf('.') + 1)],
  name: 'entityname',
};
