import { CliError } from './context.js';

export const PORT_CURE = 'Set DOSSIER_PORT or DOSSIER_HOST to what is free, or end that program.';

/** What is wrong with a port, by the system's code for it. */
export function portFault(host: string, port: number, code: string): string {
  return code === 'EADDRINUSE'
    ? `Port ${port} of ${host} is taken by another program.`
    : `Port ${port} of ${host} cannot be used (${code}).`;
}

/** Of what a server threw that was to listen there: the sentence where it is the place, else itself. */
export function listenFault(host: string, port: number, error: unknown): unknown {
  const { syscall, code } = error as NodeJS.ErrnoException;
  const isPlace = error instanceof Error && (syscall === 'listen' || syscall === 'getaddrinfo');
  return isPlace ? new CliError(`${portFault(host, port, code ?? error.message)} ${PORT_CURE}`) : error;
}
