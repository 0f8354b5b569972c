import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Dossier, type Export } from '../../sdk/src/index.js';
import { endLease, manyRecords, pauseWriter, workedOn } from '../support/many-records.js';
import { end, type Serving, startServing } from '../support/processes/process.js';

const EXPORTS = 3;

let data: string;
let key: string;
const services: Serving[] = [];
beforeAll(async () => {
  ({ data, key } = await manyRecords(20_000));
  for (let at = 0; at < 2; at += 1) services.push(await startServing(data));
});
afterAll(async () => {
  for (const { child } of services) await end(child, 'SIGKILL');
  rmSync(data, { recursive: true });
});

test('a service that stood still beyond its lease leaves the export to the one that took it over', async () => {
  const clientOf = (service: Serving | undefined) => new Dossier({ url: service?.started.url ?? '', key });
  const made: Export[] = [];
  while (made.length < EXPORTS)
    made.push((await clientOf(services[0]).exports.create({ kind: 'entities', format: 'csv' })).data);
  const { writer, folder } = await pauseWriter(data, services);
  const other = services.find((service) => service !== writer);
  await endLease(data);
  // The other one writes it under its own token, or has completed it, when the first one wakes.
  await expect.poll(() => workedOn(data), { interval: 5 }).not.toContain(folder);
  writer.child.kill('SIGCONT');
  const client = clientOf(other);
  const complete: Export[] = [];
  for (const { id } of made) complete.push(await client.exports.complete(id, { everyMs: 100 }));
  expect(complete.map(({ state }) => state)).toEqual(Array(EXPORTS).fill('done'));
  for (const { parts } of complete) expect(parts).toEqual(complete[0]?.parts);
  expect(workedOn(data)).toEqual([]);
  expect(other?.stderr()).not.toContain('failed');
  const { total } = (await client.usage()).data;
  expect(total.credits).toBe(complete.reduce((sum, { credits }) => sum + (credits ?? 0), 0));
});
