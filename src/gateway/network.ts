import { isIPv6 } from 'node:net';

/**
 * Returns the network of an address: the /64 of an IPv6 address, because one customer has a /64; an IPv4
 * address itself, even in IPv6 form. The result is canonical.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(new URL(`http://[${plain}]`).hostname.slice(1, -1));
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The eight groups of an IPv6 address in its canonical form. */
function groupsOf(canonical: string): number[] {
  const [head = '', tail] = canonical.split('::');
  const read = (part: string | undefined) =>
    (part ?? '')
      .split(':')
      .filter((group) => group !== '')
      .map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}
