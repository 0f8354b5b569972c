import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/**
 * Where a request came from: the last address that none of the trusted proxies has (`X-Forwarded-For`, read from its
 * end); where nobody is trusted, the one at the other end of the connection.
 */
export function addressReader(trusted: readonly string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile([...trusted]);
  return (request) => proxyAddr(request, isTrusted);
}

/** Where a server that listens there is reached from its own machine. */
export function urlAt(host: string, port: number): string {
  if (host.includes(':')) return `http://[${host === '::' ? '::1' : host}]:${port}`;
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}

export function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return urlAt(address, port);
}
