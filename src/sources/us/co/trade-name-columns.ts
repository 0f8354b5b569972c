import { columns } from '../../support/columns.js';

/**
 * A trade name and who registered it. The columns are those of 2015 without the ZIP+4, as programs that read today's
 * table have them. Unverified, and not read: whether `entitystatus` is of the name or of the entity behind it.
 *
 * Mailing addresses are not kept.
 */
export const TRADE_NAME_COLUMNS = {
  columns: columns(
    'mastertradenameid tradenamedescription effectivedate firstname middlename lastname suffix',
    'registrantorganization address1 address2 city state zipcode country entityid',
  ),
  // The download's heading; the portal's rows say `entityid`.
  aliases: { 'Entity ID': 'entityid' },
  ignore: columns(
    'tradenameform entitystatus entityformdate zipcode4 mailingaddress1 mailingaddress2 mailingcity mailingstate',
    'mailingzipcode mailingzipcode4 mailingcountry dateadded',
  ),
} as const;
