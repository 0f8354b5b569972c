import { columns } from '../../support/columns.js';

/** Mailing addresses are not kept. */
export const TRADE_NAME_COLUMNS = {
  columns: columns(
    'mastertradenameid tradenamedescription tradenameform effectivedate firstname middlename lastname suffix',
    'registrantorganization address1 address2 city state zipcode country',
  ),
  ignore: columns(
    'entityid entitystatus entityformdate zipcode4 mailingaddress1 mailingaddress2 mailingcity mailingstate',
    'mailingzipcode mailingzipcode4 mailingcountry dateadded',
  ),
} as const;
