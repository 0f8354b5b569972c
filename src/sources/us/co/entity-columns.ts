import type { Row } from '../../declare.js';
import { columns } from '../../support/columns.js';

/** The portal misspells `jurisdictonofformation`; the contract has no field for it, nor for a mailing address. */
export const ENTITY_COLUMNS = {
  columns: columns(
    'entityid entityname entitystatus entitytype entityformdate principaladdress1 principaladdress2',
    'principalcity principalstate principalzipcode principalcountry agentfirstname agentmiddlename agentlastname',
    'agentsuffix agentorganizationname agentprincipaladdress1 agentprincipaladdress2 agentprincipalcity',
    'agentprincipalstate agentprincipalzipcode agentprincipalcountry agentmailingaddress1 agentmailingaddress2',
    'agentmailingcity agentmailingstate agentmailingzipcode agentmailingcountry',
  ),
  optional: ['entitytypeverbatim'],
  ignore: columns(
    'jurisdictonofformation location mailingaddress1 mailingaddress2 mailingcity mailingstate mailingzipcode',
    'mailingcountry',
  ),
} as const;

export type EntityRow = Row<(typeof ENTITY_COLUMNS.columns)[number]>;
