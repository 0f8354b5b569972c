import type { Row } from '../../declare.js';
import { columns } from '../../support/columns.js';

/**
 * `dos_process_*` is where the state sends process that is served on it: it stands in where there is no agent. Addresses
 * of chief executives are persons' addresses and are not kept.
 */
export const CORPORATION_COLUMNS = {
  columns: columns(
    'dos_id current_entity_name initial_dos_filing_date entity_type chairman_name registered_agent_name',
    'registered_agent_address_1 registered_agent_address_2 registered_agent_city registered_agent_state',
    'registered_agent_zip location_address_1 location_address_2 location_city location_state location_zip',
    'dos_process_name dos_process_address_1 dos_process_address_2 dos_process_city dos_process_state dos_process_zip',
  ),
  aliases: { 'CEO Name': 'chairman_name' },
  ignore: columns(
    'county jurisdiction location_name chairman_address_1 chairman_address_2 chairman_city chairman_state chairman_zip ceo_address_1 ceo_address_2 ceo_city ceo_state ceo_zip',
  ),
} as const;

export type CorporationRow = Row<(typeof CORPORATION_COLUMNS.columns)[number]>;
