import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/**
 * Returns the client address: the last `X-Forwarded-For` address that is not a trusted proxy. Without trusted
 * proxies, the peer address.
 */
export function addressReader(trusted: readonly string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile([...trusted]);
  return ({ socket, headers }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '');
    const addresses = forwarded.split(',').slice(-MAX_PROXIES).map(withoutPort).join(',');
    // All that is read of a request.
    const seen = { socket, headers: { 'x-forwarded-for': addresses } } as unknown as IncomingMessage;
    return proxyAddr(seen, isTrusted);
  };
}

/** Tests whether the other end of a request's connection is one of these proxies. */
export function proxyTest(trusted: readonly string[]): (request: IncomingMessage) => boolean {
  const isTrusted = proxyAddr.compile([...trusted]);
  return ({ socket: { remoteAddress } }) => remoteAddress !== undefined && isTrusted(remoteAddress, 0);
}

/** No request passes more proxies than this; earlier entries were written by strangers. */
const MAX_PROXIES = 32;

/** Some proxies write `203.0.113.7:1001` and `[2001:db8::1]:1001`; the port differs per connection. */
function withoutPort(entry: string): string {
  const text = entry.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}

/** The address at which a server that listens there is reachable from its own machine. */
export function urlAt(host: string, port: number): string {
  if (host.includes(':')) return `http://[${host === '::' ? '::1' : host}]:${port}`;
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}

export function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return urlAt(address, port);
}
