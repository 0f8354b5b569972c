import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isPrivateAddress, parseNetwork, statedAddresses } from '../platform/private-addresses.js';

/** Addresses of a host name; none if it has none, or cannot be looked up. */
type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Private addresses that messages may go to all the same: addresses and networks (`10.1.0.0/16`). */
type AllowedAddresses = readonly string[];

/** Cloud hosts that give credentials to any caller. Nothing is ever sent to them, whatever is allowed. */
const METADATA = new BlockList();
for (const address of ['100.100.100.200', '168.63.129.16', '192.0.0.192'])
  METADATA.addAddress(address, 'ipv4');
for (const address of ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254']) METADATA.addAddress(address, 'ipv6');
METADATA.addSubnet('169.254.0.0', 16, 'ipv4');
METADATA.addSubnet('fe80::', 10, 'ipv6');

const PORTS = ['', '443', '8443'];

/** Returns the problem in the form of an endpoint as a sentence, or `null`. */
export function formFault(endpoint: string): string | null {
  // The URL parser drops line breaks and tabs, so they must be found before.
  if (/[\s\p{C}]/u.test(endpoint)) return 'must have no spaces and no control or invisible characters.';
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url) return 'must be an address such as https://hooks.example.com/dossier.';
  if (url.protocol !== 'https:') return 'must begin with https://.';
  if (!PORTS.includes(url.port)) return 'must have port 443 or 8443.';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password.';
  if (url.hash !== '') return 'must not have a fragment (#).';
  return null;
}

/** A service's rules of where messages may go. */
export class ReceiverAddress {
  readonly #allowed: BlockList;
  readonly #resolve: Resolve;

  /** Throws `RangeError` unless the text is an address or a network. */
  constructor(allowed: AllowedAddresses, resolve: Resolve = resolveByDns) {
    this.#allowed = blockListOf(allowed);
    this.#resolve = resolve;
  }

  /** Checks an endpoint without resolving its name. Returns the problem as a sentence, or `null`. */
  statedFaultOf(endpoint: string): string | null {
    return formFault(endpoint) ?? this.#faultAt(statedAddresses(new URL(endpoint).hostname) ?? []);
  }

  /** Returns the problem of an endpoint as a sentence, or `null`. A name without an address is accepted, because it may get one later. */
  async faultOf(endpoint: string): Promise<string | null> {
    return formFault(endpoint) ?? this.#faultAt(await this.addressesOf(new URL(endpoint).hostname));
  }

  async addressesOf(hostname: string): Promise<readonly string[]> {
    return statedAddresses(hostname) ?? (await this.#resolve(hostname));
  }

  #faultAt(addresses: readonly string[]): string | null {
    return addresses.some((address) => this.isRefused(address))
      ? 'must not be a private address; the operator can allow some with DOSSIER_WEBHOOK_ALLOW.'
      : null;
  }

  isRefused(address: string): boolean {
    if (isIn(METADATA, address)) return true;
    return isPrivateAddress(address) && !this.isAllowed(address);
  }

  /** Whether the operator allows an address that is private. */
  isAllowed(address: string): boolean {
    return isIn(this.#allowed, address) && !isIn(METADATA, address);
  }
}

/** The resolver of the library asks the name servers itself: the system's would hold threads that others need. */
async function resolveByDns(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Throws `RangeError`. */
function blockListOf(addresses: AllowedAddresses): BlockList {
  const list = new BlockList();
  for (const text of addresses) {
    const network = parseNetwork(text);
    if (!network) throw new RangeError(`${text} is not an address or a network.`);
    list.addSubnet(network.address, network.prefix, network.family);
  }
  return list;
}
