import { EXAMPLE_SERVER } from '../../contract/service/document.js';
import type { Route } from './openapi-view.js';

/** As a reader would type it; the address becomes that of the server that shows the page. */
export function curl({ path, method, operation }: Route): string {
  const example = operation['x-example-request'];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => example?.params?.[name] ?? '');
  const query = new URLSearchParams(example?.query).toString();
  const key = operation.security.length > 0 ? `-H 'Authorization: Bearer <key>' ` : '';
  const body = operation.requestBody?.content['application/json']?.example;
  const sent = body !== undefined ? `--json '${JSON.stringify(body)}' ` : (METHODS[method] ?? '');
  return `curl ${key}${sent}'${EXAMPLE_SERVER}${filled}${query && `?${query}`}'`;
}

/** As curl is told of a method that no body implies. */
const METHODS: Readonly<Record<string, string>> = { POST: '-X POST ', DELETE: '-X DELETE ' };
