import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { randomFrom } from '../generate/writers/random.js';

/** `status`: each changed row has another status. `mixed`: half of them; of the others the address, the agent, or the name. */
export type Kind = 'status' | 'mixed';

/** By their places among the columns of the generated file, whose values hold no comma. */
const COLUMN = { name: 1, street: 2, status: 14, agentFirst: 17, agentLast: 19, agent: 21 };
const MIX = ['status', 'street', 'status', 'agent', 'status', 'street', 'status', 'agent', 'status', 'name'];

/** Writes a file of which about one row in `every`, chosen at random, differs from the file `from`; gives how many do. */
export async function writeEdition(
  from: string,
  to: string,
  { kind, every, seed }: { readonly kind: Kind; readonly every: number; readonly seed: number },
): Promise<number> {
  const random = randomFrom(seed);
  const out = createWriteStream(to);
  let rows = -1;
  let changed = 0;
  for await (const line of createInterface({ input: createReadStream(from) })) {
    rows += 1;
    let text = line;
    if (rows > 0 && random() * every < 1) {
      text = changedRow(line.split(','), kind === 'status' ? 'status' : MIX[changed % MIX.length], random);
      changed += 1;
    }
    if (!out.write(`${text}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return changed;
}

function changedRow(values: string[], what: string | undefined, random: () => number): string {
  const number = 1 + Math.floor(random() * 9_000);
  if (what === 'status')
    values[COLUMN.status] = values[COLUMN.status] === 'Delinquent' ? 'Exists' : 'Delinquent';
  if (what === 'street') values[COLUMN.street] = `${number} NEWER${number % 97} AVE`;
  if (what === 'name') values[COLUMN.name] = `${values[COLUMN.name]?.replace(/ (?:INC|LLC)$/, '')} HOLDINGS`;
  if (what === 'agent') {
    values[COLUMN.agentFirst] = '';
    values[COLUMN.agentLast] = '';
    values[COLUMN.agent] = `AGENT ${number % 301} SERVICES LLC`;
  }
  return values.join(',');
}
