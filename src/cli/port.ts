import { CliError } from './context.js';

/** What is wrong with a port, by the system's code for it, and how to cure it. */
export function portFault(
  host: string,
  port: number,
  code: string,
): { readonly what: string; readonly cure: string } {
  if (code === 'EADDRINUSE') {
    return {
      what: `Port ${port} of ${host} is taken by another program.`,
      cure: 'Set DOSSIER_PORT or DOSSIER_HOST to what is free, or end that program.',
    };
  }
  return {
    what: `Port ${port} of ${host} cannot be used (${code}).`,
    cure: 'Set DOSSIER_HOST to an address of this machine and DOSSIER_PORT to a port that you may use.',
  };
}

/** Of what a server threw that was to listen there: the sentence where it is the place, else itself. */
export function listenFault(host: string, port: number, error: unknown): unknown {
  const { syscall, code } = error as NodeJS.ErrnoException;
  const isPlace = error instanceof Error && (syscall === 'listen' || syscall === 'getaddrinfo');
  if (!isPlace) return error;
  const { what, cure } = portFault(host, port, code ?? error.message);
  return new CliError(`${what} ${cure}`);
}
