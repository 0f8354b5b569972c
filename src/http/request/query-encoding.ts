import { invalidParams, type ParameterFault } from '../../contract/errors.js';

/** Throws one 400 that names each parameter whose name or value is not percent-encoded UTF-8. */
export function refuseBadEncoding(url: string): void {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return;
  const faults: ParameterFault[] = [];
  for (const pair of url.slice(start + 1).split('&')) {
    if (decoded(pair) !== undefined) continue;
    const [name = ''] = pair.split('=', 1);
    const parameter = decoded(name) ?? name;
    if (faults.some((fault) => fault.parameter === parameter)) continue;
    faults.push({ parameter, message: 'must be percent-encoded UTF-8; a percent sign itself is %25.' });
  }
  if (faults.length > 0) throw invalidParams(...faults);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
