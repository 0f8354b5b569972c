import type { Command } from 'commander';
import { urlAt } from '../../http/addresses.js';
import { answer, type CliContext, CliError, configOf } from '../context.js';
import { askService, MAX_WAIT_MS } from './ask-service.js';

interface HealthOptions {
  readonly json?: boolean;
  readonly port?: string;
  readonly alive?: true;
}

/** One line and the exit status: for `HEALTHCHECK` of an image, which has no curl, and for scripts. */
export function healthCommand(program: Command, context: CliContext): void {
  program
    .command('health')
    .option('--port <n>', 'port the service listens on; default: DOSSIER_PORT')
    .option('--alive', 'only check that the service is running, even if it cannot serve requests yet')
    .action(async (options: HealthOptions) => {
      const url = addressOf(context, options.port);
      const { status, detail } = await ask(`${url}${options.alive ? '/healthz' : '/readyz'}`);
      if (status !== 200) throw new CliError(`The service at ${url} is not ready: ${detail}`);
      const state = options.alive ? 'alive' : 'ready';
      answer(context, options, { url, state }, `The service at ${url} is ${state}.`);
    });
}

function addressOf(context: CliContext, port: string | undefined): string {
  const env = port === undefined ? context.env : { ...context.env, DOSSIER_PORT: port };
  const config = configOf({ ...context, env });
  return urlAt(config.host, config.port);
}

async function ask(url: string): Promise<{ readonly status: number; readonly detail: string }> {
  try {
    const { status, body } = await askService(url);
    const problem = body as { detail?: unknown } | null;
    return { status, detail: String(problem?.detail ?? `it returned ${status}.`) };
  } catch (error) {
    return { status: 0, detail: whyNot(error) };
  }
}

function whyNot(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'AbortError') return `it did not respond within ${MAX_WAIT_MS / 1_000} seconds.`;
  if (cause?.code === 'ECONNREFUSED') return 'nothing listens there.';
  return name === 'SyntaxError' || name === 'RangeError'
    ? 'the program that responded is not Dossier.'
    : `it cannot be reached (${cause?.code ?? name}).`;
}
