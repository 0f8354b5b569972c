import { once } from 'node:events';
import { createWriteStream, renameSync } from 'node:fs';

import { companyNames, personNames } from '../names.js';
import { pickFrom, randomFrom } from '../writers/random.js';

const COLUMNS =
  'entityid entityname principaladdress1 principaladdress2 principalcity principalstate principalzipcode principalcountry ' +
  'mailingaddress1 mailingaddress2 mailingcity mailingstate mailingzipcode mailingcountry entitystatus ' +
  'jurisdictonofformation entitytype agentfirstname agentmiddlename agentlastname agentsuffix agentorganizationname ' +
  'agentprincipaladdress1 agentprincipaladdress2 agentprincipalcity agentprincipalstate agentprincipalzipcode ' +
  'agentprincipalcountry agentmailingaddress1 agentmailingaddress2 agentmailingcity agentmailingstate ' +
  'agentmailingzipcode agentmailingcountry entityformdate';

const ROWS_A_WRITE = 1_000;
const STATUSES = ['Good Standing', 'Good Standing', 'Delinquent', 'Voluntarily Dissolved', 'Exists'];
const CITIES = ['Denver', 'Boulder', 'Aurora', 'Pueblo', 'Durango', 'Golden', 'Fort Collins'];
const TYPES = ['DLLC', 'DLLC', 'DPC', 'DNC', 'FLLC'];

/** Writes an invented file in Colorado's layout; the same count and seed give the same bytes. */
export async function generateColorado(
  path: string,
  rows: number,
  seed: number,
  progress: (share: number) => void,
): Promise<void> {
  const file = createWriteStream(`${path}.partial`);
  const values = colorado(randomFrom(seed));
  const columns = COLUMNS.split(' ');
  file.write(`${columns.join(',')}\n`);
  let lines = '';
  for (let row = 0; row < rows; row++) {
    const record = values(row);
    lines += `${columns.map((column) => quoted(record[column] ?? '')).join(',')}\n`;
    if (row % ROWS_A_WRITE !== ROWS_A_WRITE - 1) continue;
    if (!file.write(lines)) await once(file, 'drain');
    lines = '';
    progress(row / rows);
  }
  file.end(lines);
  await once(file, 'finish');
  renameSync(`${path}.partial`, path);
}

/** The id of a generated row. */
export function coloradoId(row: number): string {
  return String(20_001_000_000 + row);
}

/** The records of the file, to be asked for in the order of their rows. */
export function colorado(random: () => number): (row: number) => Record<string, string> {
  const company = companyNames(random);
  const person = personNames(random);
  return (row) => {
    const [last = '', first = ''] = person().split(' ');
    const street = `${100 + Math.floor(random() * 9_000)} ${last} ST`;
    const agent =
      random() < 0.6 ? { agentfirstname: first, agentlastname: last } : { agentorganizationname: company() };
    return {
      entityid: coloradoId(row),
      entityname: company(),
      principaladdress1: street,
      principalcity: pickFrom(CITIES, random),
      principalstate: 'CO',
      principalzipcode: `80${String(row % 1_000).padStart(3, '0')}`,
      principalcountry: 'US',
      entitystatus: pickFrom(STATUSES, random),
      jurisdictonofformation: 'CO',
      entitytype: pickFrom(TYPES, random),
      ...agent,
      agentprincipaladdress1: street,
      agentprincipalcity: 'Denver',
      agentprincipalstate: 'CO',
      agentprincipalzipcode: '80202',
      agentprincipalcountry: 'US',
      entityformdate: `${twoDigits(1 + (row % 12))}/${twoDigits(1 + (row % 28))}/${1990 + (row % 36)}`,
    };
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function quoted(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
