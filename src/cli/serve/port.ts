import { urlAt } from '../../http/addresses.js';
import { CliError } from '../context.js';
import { askService } from './ask-service.js';

/** The fault of a port, by the system's code for it, and its cure. */
export function portFault(
  host: string,
  port: number,
  code: string,
): { readonly what: string; readonly cure: string } {
  if (code === 'EADDRINUSE') {
    return {
      what: `Port ${port} of ${host} is in use by another program.`,
      cure: 'Set DOSSIER_PORT or DOSSIER_HOST to a free port or address, or stop that program.',
    };
  }
  return {
    what: `Port ${port} of ${host} cannot be used (${code}).`,
    cure: 'Set DOSSIER_HOST to an address of this machine and DOSSIER_PORT to a port that you may use.',
  };
}

/** The error to throw if a server cannot listen there: one sentence if the place is at fault, else the error itself. */
export async function listenFault(host: string, port: number, error: unknown): Promise<unknown> {
  const { syscall, code } = error as NodeJS.ErrnoException;
  const isPlace = error instanceof Error && (syscall === 'listen' || syscall === 'getaddrinfo');
  if (!isPlace) return error;
  if (code === 'EADDRINUSE' && (await isDossierAt(host, port))) {
    return new CliError(
      `Dossier is already running at ${urlAt(host, port)}. To serve another folder at the same time, set DOSSIER_PORT or --port.`,
    );
  }
  const { what, cure } = portFault(host, port, code ?? error.message);
  return new CliError(`${what} ${cure}`);
}

/** Whether a Dossier answers there. */
export async function isDossierAt(host: string, port: number): Promise<boolean> {
  const answer = await askService(`${urlAt(host, port)}/openapi.json`).catch(() => null);
  const described = answer?.body as { info?: { title?: unknown } } | null | undefined;
  return described?.info?.title === 'Dossier';
}
