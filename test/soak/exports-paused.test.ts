import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Dossier } from '../../sdk/src/index.js';
import { leaseHolder, manyRecords, workedOn } from '../support/many-records.js';
import { end, type Serving, startServing } from '../support/processes/process.js';

let data: string;
let key: string;
const services: Serving[] = [];
beforeAll(async () => {
  ({ data, key } = await manyRecords(200_000));
  for (let at = 0; at < 2; at += 1) services.push(await startServing(data));
}, 120_000);
afterAll(async () => {
  for (const { child } of services) await end(child, 'SIGKILL');
  rmSync(data, { recursive: true });
});

test('a service that stood still beyond its lease leaves the export to the one that took it over', async () => {
  const exportsOf = ({ started }: Serving) => new Dossier({ url: started.url, key }).exports;
  const [one, two] = services as [Serving, Serving];
  const { data: made } = await exportsOf(one).create({ kind: 'entities', format: 'csv' });
  await expect.poll(() => workedOn(data).length, { interval: 5 }).toBe(1);
  await sleep(500);
  const owner = await leaseHolder(data);
  const paused = one.child.pid === owner ? one : two;
  const other = paused === one ? two : one;
  const [before] = workedOn(data);
  paused.child.kill('SIGSTOP');
  // The other one is in the midst of it when the first one wakes.
  await expect.poll(() => workedOn(data)[0], { interval: 5 }).not.toBe(before);
  paused.child.kill('SIGCONT');
  const complete = await exportsOf(other).complete(made.id, { everyMs: 100 });
  const { data: again } = await exportsOf(paused).create({ kind: 'entities', format: 'csv' });
  const repeated = await exportsOf(other).complete(again.id);
  expect(repeated.parts).toEqual(complete.parts);
  expect([complete.state, workedOn(data)]).toEqual(['done', []]);
  expect(other.stderr()).not.toContain('failed');
  const { total } = (await new Dossier({ url: other.started.url, key }).usage()).data;
  expect(total.credits).toBe((complete.credits ?? 0) + (repeated.credits ?? 0));
}, 180_000);
