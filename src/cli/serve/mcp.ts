import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { openApp } from '../../app.js';
import { prepare } from '../../loading/prepare.js';
import { serveTools } from '../../mcp/stdio.js';
import { createLog } from '../../platform/log.js';
import { packageVersion } from '../../platform/package-root.js';
import { type CliContext, CliError, configOf } from '../context.js';
import { preparationOf } from '../data/loading.js';
import { folderToServe, postgresOf } from './index.js';

export function mcpCommand(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .option('--sample', 'use the bundled sample, even if real data is loaded')
    .action((options: { readonly sample?: true }) => serveAgent(context, options));
}

async function serveAgent(
  context: CliContext,
  { sample = false }: { readonly sample?: boolean },
): Promise<void> {
  const config = configOf(context);
  const { apiKey: key, maxRelated, contact, socrataToken } = config;
  if (key === null) {
    throw new CliError('Set DOSSIER_KEY to the API key to charge; dossier key create creates one.');
  }
  const folder = folderToServe(config, context, sample);
  const log = createLog(config.logLevel);
  await prepare(preparationOf(context, folder));
  const live = config.live.on ? { live: { ...config.live, contact, socrataToken } } : {};
  const web = { access: 'off', localOnly: true, contact: null } as const;
  const app = await openApp({
    folder,
    log,
    now: context.now,
    maxRelated,
    web,
    ...live,
    ...postgresOf(config, folder),
  });
  try {
    await app.started;
    const { gateway, operations } = app.server;
    const { stdin: input = Readable.from([]), stdout: output } = context;
    const parts = {
      gateway,
      operations,
      key,
      now: context.now,
      log,
      version: packageVersion(),
      input,
      output,
    };
    await serveTools(parts, context.untilStopped());
  } finally {
    await app.close();
  }
}
