import type { IncomingMessage } from 'node:http';

/** Letters, digits and `. : [ ] -` alone: nothing of it can be markup or end a quoted word of a shell. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The host that the client requested. A false header only affects its sender, because no response is shared (`private`). */
export function serverOf({ headers }: IncomingMessage): string | undefined {
  const host = first(headers['x-forwarded-host']) ?? headers.host ?? '';
  const scheme = first(headers['x-forwarded-proto'])?.toLowerCase() === 'https' ? 'https' : 'http';
  return HOST.test(host) ? `${scheme}://${host}` : undefined;
}

/** The first value of a list that proxies append to. */
function first(header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',', 1)[0]?.trim();
}
