import { createRequire } from 'node:module';

/*
 * Importing `node:http` reads every export; from Node 22 on, one of them loads `fetch`, HTTP/2 and web
 * streams: 10 MB and 12 ms that a server does not need. `require` does not. Delete this file when importing
 * does not either.
 */
export const http = createRequire(import.meta.url)('node:http') as typeof import('node:http');
