import { columns } from '../../support/columns.js';
import { CT_CREDENTIAL } from '../keys.js';

/** The parts of the code, and the days of a licence’s terms, are not kept. */
export const LICENSE_COLUMNS = {
  columns: columns(
    'credentialid name type businessname dba fullcredentialcode credential status active issuedate address city',
    'state zip',
  ),
  keys: { credentialid: CT_CREDENTIAL },
  ignore: columns(
    'credentialtype credentialnumber credentialsubcategory statusreason effectivedate expirationdate',
    'recordrefreshedon',
  ),
} as const;
