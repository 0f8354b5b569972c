import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { networkOf } from '../../../src/gateway/network.js';
import { addressReader } from '../../../src/http/addresses.js';

const requestWith = (forwarded: string | undefined, remoteAddress = '127.0.0.1') =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:1001', '203.0.113.7'],
  ['[2001:db8::1]:1001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.1:5, 203.0.113.7:1001', '203.0.113.7'],
  ['203.0.113.7:1001, 10.0.0.1:80', '203.0.113.7'],
  ['203.0.113.7 , ', '203.0.113.7'],
  ['unknown', 'unknown'],
  [undefined, '127.0.0.1'],
])('behind a trusted proxy %j is read as %s: a port makes no other address', (forwarded, address) => {
  expect(addressReader(['loopback', '10.0.0.0/8'])(requestWith(forwarded))).toBe(address);
});

test('nobody’s list is believed if no proxy is trusted', () => {
  expect(addressReader([])(requestWith('203.0.113.7'))).toBe('127.0.0.1');
  expect(addressReader(['10.0.0.0/8'])(requestWith('203.0.113.7'))).toBe('127.0.0.1');
});

test('a list of thousands of proxies is read from its end', () => {
  const long = Array.from({ length: 4_000 }, () => '10.0.0.1').join(',');
  expect(addressReader(['loopback'])(requestWith(`${long},203.0.113.7`))).toBe('203.0.113.7');
});

test.each([
  [['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '::FFFF:203.0.113.7']],
  [['2001:db8::1', '2001:0DB8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4']],
  [['fe80::1%eth0', 'fe80::2']],
  [['::1', '0:0:0:0:0:0:0:1']],
])('%j are one network', (addresses) => {
  expect(new Set(addresses.map(networkOf)).size).toBe(1);
});

test('two customers are two networks', () => {
  const networks = ['2001:db8:0:1::1', '2001:db8:0:2::1', '203.0.113.7', '203.0.113.8', '::1', 'unknown'];
  expect(new Set(networks.map(networkOf)).size).toBe(networks.length);
});
