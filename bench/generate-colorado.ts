import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const COLUMNS =
  'entityid entityname principaladdress1 principaladdress2 principalcity principalstate principalzipcode principalcountry ' +
  'mailingaddress1 mailingaddress2 mailingcity mailingstate mailingzipcode mailingcountry entitystatus ' +
  'jurisdictonofformation entitytype agentfirstname agentmiddlename agentlastname agentsuffix agentorganizationname ' +
  'agentprincipaladdress1 agentprincipaladdress2 agentprincipalcity agentprincipalstate agentprincipalzipcode ' +
  'agentprincipalcountry agentmailingaddress1 agentmailingaddress2 agentmailingcity agentmailingstate ' +
  'agentmailingzipcode agentmailingcountry entityformdate';

const WORDS =
  'aspen summit prairie canyon granite juniper timber copper silver river valley mesa ridge falcon meadow north west ' +
  'front range home tech supply dental auto brew coffee design group partners services holdings consulting ranch';
const FORMS = ['LLC', 'LLC', 'LLC', 'Inc.', 'Corp', 'Ltd'];
const STATUSES = ['Good Standing', 'Good Standing', 'Delinquent', 'Voluntarily Dissolved', 'Exists'];
const CITIES = ['Denver', 'Boulder', 'Aurora', 'Pueblo', 'Durango', 'Golden', 'Fort Collins'];
const TYPES = ['DLLC', 'DLLC', 'DPC', 'DNC', 'FLLC'];

/** Writes an invented file in Colorado's layout; the same count gives the same bytes. */
export async function generateColorado(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  const random = randomFrom(1);
  const columns = COLUMNS.split(' ');
  file.write(`${columns.join(',')}\n`);
  for (let row = 0; row < rows; row++) {
    const values = colorado(row, random);
    const line = columns.map((column) => quoted(values[column] ?? '')).join(',');
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

/** The id of a generated row. */
export function coloradoId(row: number): string {
  return String(20_001_000_000 + row);
}

function colorado(row: number, random: () => number): Record<string, string> {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * random() * values.length)] as T;
  const words = WORDS.split(' ');
  const person = random() < 0.6;
  const street = `${100 + Math.floor(random() * 9_000)} ${pick(words)} St`;
  const city = pick(CITIES);
  return {
    entityid: coloradoId(row),
    entityname: `${pick(words)} ${pick(words)} ${row % 9_973}, ${pick(FORMS)}`,
    principaladdress1: street,
    principalcity: city,
    principalstate: 'CO',
    principalzipcode: `80${String(row % 1_000).padStart(3, '0')}`,
    principalcountry: 'US',
    entitystatus: pick(STATUSES),
    jurisdictonofformation: 'CO',
    entitytype: pick(TYPES),
    ...(person
      ? { agentfirstname: pick(words), agentlastname: pick(words) }
      : { agentorganizationname: `${pick(words)} Registered Agents Inc` }),
    agentprincipaladdress1: street,
    agentprincipalcity: city,
    agentprincipalstate: 'CO',
    agentprincipalzipcode: '80202',
    agentprincipalcountry: 'US',
    entityformdate: `${String(1 + (row % 12)).padStart(2, '0')}/${String(1 + (row % 28)).padStart(2, '0')}/${1990 + (row % 36)}`,
  };
}

function quoted(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A linear congruential generator: the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
