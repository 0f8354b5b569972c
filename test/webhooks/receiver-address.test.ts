import { describe, expect, it } from 'vitest';
import { formFault, ReceiverAddress } from '../../src/webhooks/receiver-address.js';

describe('the form of an endpoint', () => {
  it.each(['https://a.example/', 'https://a.example:443/x?y=1', 'https://a.example:8443/'])(
    '%s is fine',
    (endpoint) => {
      expect(formFault(endpoint)).toBeNull();
    },
  );

  it.each([
    ['nonsense', 'must be an address'],
    ['http://a.example/', 'must begin with https://'],
    ['ftp://a.example/', 'must begin with https://'],
    ['https://a.example:8080/', 'must have port 443 or 8443'],
    ['https://a.example:22/', 'must have port 443 or 8443'],
    ['https://user@a.example/', 'must not contain a user name'],
    ['https://user:word@a.example/', 'must not contain a user name'],
    ['https://a.example/#x', 'must not have a fragment'],
    ['https://a.example/\r\nX: y', 'no spaces and no control or invisible characters'],
    ['https://a.example/\tx', 'no spaces and no control or invisible characters'],
    ['https://a.example/\u202etxt.exe', 'no spaces and no control or invisible characters'],
    ['https://a.example/a b', 'no spaces and no control or invisible characters'],
  ])('%s: %s', (endpoint, fault) => {
    expect(formFault(endpoint)).toContain(fault);
  });
});

describe('addresses', () => {
  const refused = (allowed: readonly string[], address: string) =>
    new ReceiverAddress(allowed).isRefused(address);

  it('what is public is sent to', () => {
    for (const address of ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])
      expect([address, refused([], address)]).toEqual([address, false]);
  });

  it('what is private is not, unless the operator allows it', () => {
    for (const address of [
      '10.0.0.1',
      '172.16.3.4',
      '192.168.1.1',
      '100.64.0.1',
      'fd12::1',
      '::1',
      '127.9.9.9',
      // IPv4 in IPv6: compatible, mapped, translated, 6to4, Teredo.
      ...[
        '::127.0.0.1',
        '::7f00:1',
        '::ffff:10.0.0.1',
        '::ffff:0:a00:1',
        '64:ff9b::a00:1',
        '64:ff9b:1::a00:1',
      ],
      ...['2002:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
      // Site-local, documentation, benchmarks, discard, multicast, reserved.
      ...[
        'fec0::1',
        '2001:db8::1',
        '3fff::1',
        '192.0.2.1',
        '198.51.100.1',
        '203.0.113.1',
        '2001:2::1',
        '198.18.0.1',
      ],
      ...[
        '100::1',
        'ff02::1',
        '224.0.0.1',
        '240.0.0.1',
        '255.255.255.255',
        '192.88.99.1',
        '0.0.0.0',
        '::',
        '5f00::1',
      ],
    ])
      expect([address, refused([], address)]).toEqual([address, true]);
    expect(refused(['10.0.0.0/24'], '10.0.0.1')).toBe(false);
    expect(refused(['10.0.0.0/24'], '10.0.1.1')).toBe(true);
    expect(refused(['fd12::/16'], 'fd12::1')).toBe(false);
    expect(refused(['10.0.0.7'], '10.0.0.7')).toBe(false);
    expect(refused(['10.0.0.7'], '10.0.0.8')).toBe(true);
  });

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
  ])('%s tells credentials and is never sent to, whatever is allowed', (address) => {
    expect(refused(['0.0.0.0/0', '::/0'], address)).toBe(true);
  });

  it('one private address among public ones is enough to refuse a name', async () => {
    const rules = new ReceiverAddress([], async () => ['93.184.216.34', '10.0.0.1']);
    expect(await rules.faultOf('https://a.example/')).toContain('private');
  });

  it('a name without an address may be given one later', async () => {
    expect(await new ReceiverAddress([], async () => []).faultOf('https://a.example/')).toBeNull();
  });

  it.each(['10.0.0.0/33', 'host', '10.0.0', '::/129', '10.0.0.0/x', ''])(
    '%j is not an address or a network',
    (text) => {
      expect(() => new ReceiverAddress([text])).toThrow(RangeError);
    },
  );
});
