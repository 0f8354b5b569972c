import { describe, expect, it } from 'vitest';
import { isPrivateHost, publicLookup } from '../../src/platform/private-addresses.js';

describe('private addresses', () => {
  it.each([
    'localhost',
    'a.localhost',
    'localhost.',
    'A.LOCALHOST',
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
  ])('%s is one', (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '[2606:4700::1111]', 'data.colorado.gov'])('%s is none', (host) => {
    expect(isPrivateHost(host)).toBe(false);
  });

  it('are refused for a name that is looked up to one', async () => {
    const refused = await new Promise((resolve) => publicLookup('localhost', { all: true }, resolve));
    expect(String(refused)).toMatch(/localhost is at a private address/);
  });
});
