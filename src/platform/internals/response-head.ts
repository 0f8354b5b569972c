import type { ServerResponse } from 'node:http';

/*
 * Uses `_header`, a field of Node's response that no document names: the head as text, `null` until there is one. Node 20 to 26
 * have it. This file ends with the first version that has no such field: `endInOneWrite` then gives false,
 * and Node writes each answer from its parts.
 */

interface WithHead {
  _header: string | null;
}

/** Sends head and body as one string and ends the response. False, and nothing is done, if Node has begun a head or keeps it elsewhere. */
export function endInOneWrite(response: ServerResponse, headAndBody: string): boolean {
  const head = response as unknown as WithHead;
  if (head._header !== null) return false;
  head._header = headAndBody;
  response.end();
  return true;
}
