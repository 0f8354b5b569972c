import { invalidParams, type ParameterFault } from '../../contract/errors.js';
import type { Parameters } from '../../gateway/parameters.js';
import type { Json, Tool } from './tool.js';

/** Converts a model's arguments to request parameters. Throws one 400 that lists each invalid argument. */
export function readArguments({ argumentNames, required, spec }: Tool, given: Json): Parameters {
  const faults: ParameterFault[] = [];
  const params: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const place = argumentNames.get(name);
    if (place === undefined) faults.push({ parameter: name, message: unknownArgument(argumentNames) });
    else if (value === null || (spec.skips && name === 'offset')) continue;
    else if (place === 'body') body[name] = value;
    else if (!isPlain(value) || (place === 'params' && Array.isArray(value))) {
      faults.push({ parameter: name, message: 'must be a string, a number, true or false.' });
    } else
      (place === 'params' ? params : query)[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  const missing = required.filter((name) => params[name] === undefined && body[name] === undefined);
  for (const name of missing) {
    if (!faults.some(({ parameter }) => parameter === name)) {
      faults.push({ parameter: name, message: 'is needed.' });
    }
  }
  if (faults.length > 0) throw invalidParams(...faults);
  return { params, query: { ...spec.fallback, ...query }, ...(spec.body && { body }) };
}

/** The items of a complete list that the agent already has. Throws the 400. */
export function readOffset({ spec }: Tool, { offset }: Json): number {
  if (!spec.skips || offset === undefined || offset === null) return 0;
  if (/^\d{1,9}$/.test(String(offset))) return Number(offset);
  const message = `must be a whole number, 0 or more; got ${JSON.stringify(offset)}.`;
  throw invalidParams({ parameter: 'offset', message });
}

function unknownArgument(known: Tool['argumentNames']): string {
  const names = [...known.keys()];
  return names.length === 0
    ? 'is unknown; this tool has no arguments.'
    : `is unknown; known arguments are ${names.join(', ')}.`;
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => !Array.isArray(one) && isPlain(one));
  return ['string', 'number', 'boolean'].includes(typeof value);
}
