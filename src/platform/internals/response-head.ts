import type { ServerResponse } from 'node:http';

/*
 * Uses `_header`, an undocumented field of Node's response: the head as text, or `null` (Node 20 to 26).
 * Delete this file when the field is gone: `endInOneWrite` then returns false, and Node writes responses in
 * parts.
 */

interface WithHead {
  _header: string | null;
}

/**
 * Sends head and body in one write and ends the response. Returns false, without effect, if Node has started
 * the head or stores it elsewhere.
 */
export function endInOneWrite(
  response: ServerResponse,
  head: string,
  body: string,
  isAscii: boolean,
): boolean {
  const own = response as unknown as WithHead;
  if (own._header !== null) return false;
  own._header = isAscii ? head + body : head;
  if (isAscii) response.end();
  else response.end(body, 'utf8');
  return true;
}
