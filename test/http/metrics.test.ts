import { afterEach, expect, test } from 'vitest';
import { type Service, startService } from './support/service.js';

let service: Service;
afterEach(() => service.stop());

const metrics = async () => (await service.get('/metrics')).text();
const value = (text: string, sample: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')[1] ?? Number.NaN,
  );

test('counts requests by operation and status with their times, charges, replays and refunds', async () => {
  service = await startService();
  await service.get('/things/1?include=ucc');
  await service.get('/things/missing');
  for (let count = 0; count < 2; count += 1) {
    await service.get('/list?q=a', { headers: { 'idempotency-key': 'k' } });
  }
  const text = await metrics();
  const requests = 'dossier_http_request_duration_seconds_count';
  expect(value(text, `${requests}{operation="getEntity",status="200"}`)).toBe(1);
  expect(value(text, `${requests}{operation="getEntity",status="404"}`)).toBe(1);
  expect(value(text, `${requests}{operation="searchFilings",status="200"}`)).toBe(2);
  expect(value(text, 'dossier_charges_total{operation="searchFilings"}')).toBe(1);
  expect(value(text, 'dossier_credits_charged_total{operation="getEntity"}')).toBe(2);
  expect(value(text, 'dossier_idempotent_replays_total')).toBe(1);
  expect(value(text, 'dossier_refunds_total')).toBe(0);
  expect(value(text, 'dossier_event_loop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
  expect(value(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

test('unknown paths share one label: nobody can make the list of series grow', async () => {
  service = await startService();
  for (const path of ['/a', '/b', '/c?d=e']) await service.get(path);
  const text = await metrics();
  expect(value(text, 'dossier_http_request_duration_seconds_count{operation="none",status="404"}')).toBe(3);
  expect(text).not.toContain('"/a"');
});

test('a histogram adds up: buckets grow to the count, and the sum is the time taken', async () => {
  service = await startService();
  for (let count = 0; count < 5; count += 1) await service.get('/things/1');
  const text = await metrics();
  expect(text).toContain('# TYPE dossier_http_request_duration_seconds histogram');
  const buckets = [...text.matchAll(/_bucket\{le="([^"]+)",operation="getEntity",status="200"\} (\d+)/g)];
  const counts = buckets.map(([, , count]) => Number(count));
  expect(buckets.at(-1)?.[1]).toBe('+Inf');
  expect(counts.at(-1)).toBe(5);
  expect(counts).toEqual([...counts].sort((one, other) => one - other));
  const sum = value(text, 'dossier_http_request_duration_seconds_sum{operation="getEntity",status="200"}');
  expect(sum).toBeGreaterThan(0);
});
