import { columns } from '../../support/columns.js';

/** Discipline, and links to the Department’s pages, are not kept. */
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
