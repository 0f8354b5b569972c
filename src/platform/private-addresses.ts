import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that are not public (IANA special-purpose registries, RFC 6890). In IPv6, only 2000::/3 is
 * public, except networks that embed IPv4 addresses (6to4, Teredo) and documentation networks.
 */
const PRIVATE = { 4: new BlockList(), 6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE[4].addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
] as const) {
  PRIVATE[6].addSubnet(network, prefix, 'ipv6');
}

export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return PRIVATE[4].check(address, 'ipv4');
  // A combined list would compare IPv4 addresses with ::/3, as IPv4-mapped ones.
  return family === 6 && PRIVATE[6].check(address, 'ipv6');
}

/**
 * The addresses of a URL's host if it is an address or a name of this machine; `undefined` if it must be
 * resolved.
 */
export function statedAddresses(hostname: string): readonly string[] | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return [bare];
  const name = bare.replace(/\.$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1'] : undefined;
}

/** Whether a URL's host is a private address or a name of this machine, without resolving it. */
export function isPrivateHost(hostname: string): boolean {
  return statedAddresses(hostname)?.some(isPrivateAddress) ?? false;
}

/** An IP address or a network (`10.1.0.0/16`); undefined if the text is neither. */
export function parseNetwork(
  text: string,
): { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  const max = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? max : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (version === 0 || more.length > 0 || !(prefix <= max)) return undefined;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/**
 * Resolves a name as Node does, and rejects it if any address is private. The connection uses this result.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      return callback(new Error(`${hostname} is at a private address`), '', 0);
    }
    const [first] = addresses;
    if (options.all) return callback(null, addresses);
    return callback(null, first?.address ?? '', first?.family);
  });
};
