import type { IncomingMessage } from 'node:http';
import type { AuthProxy } from '../../domain/accounts/auth-proxy.js';
import { proxyTest } from '../../http/addresses.js';

/** Rejects control, format, private and unassigned characters: a name is shown, logged and stored. */
const NAME = /^[^\p{C}]{1,200}$/u;

/**
 * Reads the name of the person whom a trusted proxy has signed in. Undefined if the connection comes from elsewhere, if the
 * header is missing, repeated or not a name of 1 to 200 characters in UTF-8, and for requests that a page of another site makes
 * in the background: a proxy signs those in too, and they may cost credits.
 */
export function personReader({
  header,
  trusted,
}: AuthProxy): (request: IncomingMessage) => string | undefined {
  const isFromProxy = proxyTest(trusted);
  return (request) => {
    if (!isFromProxy(request) || isForeignBackground(request)) return undefined;
    const [value, ...others] = request.headersDistinct[header] ?? [];
    if (value === undefined || others.length > 0) return undefined;
    const name = utf8(value)?.trim();
    return name !== undefined && NAME.test(name) ? name : undefined;
  };
}

/** Node decodes headers as Latin-1. */
function utf8(value: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return undefined;
  }
}

function isForeignBackground({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  return (site === 'cross-site' || site === 'same-site') && destination !== 'document';
}
