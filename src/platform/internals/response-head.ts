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
 * Sends head and body as one string and ends the response. Returns false, without effect, if Node has started
 * the head or stores it elsewhere.
 */
export function endInOneWrite(response: ServerResponse, headAndBody: string): boolean {
  const head = response as unknown as WithHead;
  if (head._header !== null) return false;
  head._header = headAndBody;
  response.end();
  return true;
}
