import { CommanderError } from 'commander';
import { BackupError } from './backup/error.js';
import { type CliContext, CliError, configOf, hasAnswered } from './cli/context.js';
import { faultOf } from './cli/fault.js';
import { lowerPriority, reportWhenStopped } from './cli/lower-priority.js';
import { createProgram } from './cli/program.js';
import { terminalOutput } from './cli/terminal.js';
import { ConfigError } from './config/settings.js';
import { sentence } from './domain/sentence.js';
import { SigningKeyError } from './evidence/signing-key.js';
import { FetchError } from './ingest/fetch/error.js';
import { InputError } from './ingest/read/support/context.js';
import { UnfinishedRunError } from './ingest/run/unfinished-run.js';
import { LoadingError } from './loading/loading.js';
import { printableLine } from './platform/printable.js';
import { IndexFormatError } from './search/format/format-error.js';
import {
  DatabaseMissingError,
  NoRoomError,
  RunInProgressError,
  SchemaMismatchError,
} from './store/errors.js';
import { FolderError } from './store/folder/folder-mark.js';

/** Mistakes of the caller and states of the machine: a sentence is enough, a stack would only frighten. */
const EXPLAINED = [
  BackupError,
  CliError,
  ConfigError,
  DatabaseMissingError,
  FetchError,
  FolderError,
  IndexFormatError,
  InputError,
  LoadingError,
  NoRoomError,
  RunInProgressError,
  SchemaMismatchError,
  SigningKeyError,
];

const context: CliContext = {
  env: process.env,
  stdin: process.stdin,
  stdout: terminalOutput(process.stdout),
  stderr: terminalOutput(process.stderr),
  now: Date.now,
  untilStopped: () =>
    new Promise((resolve) => {
      const stop = () => {
        for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stop);
        resolve();
      };
      for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
    }),
};

/** As a shell shows a command that SIGPIPE ended. */
const READER_GONE = 128 + 13;

// On Node 20 the AWS SDK would warn in every thread that its versions of 2027 need Node 22; its version is pinned.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const args = process.argv.slice(2);
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe, as `head` does. This is not an error.
    if (error.code === 'EPIPE') process.exit(READER_GONE);
    throw error;
  });
}
process.on('uncaughtException', (error) => {
  process.exit(report(error));
});
try {
  const program = await createProgram(context, args);
  program.hook('preAction', (_program, command) => {
    lowerPriority(command);
    reportWhenStopped(command, context);
  });
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = report(error);
}

/** Prints the error on standard error and, with `--json`, on standard output. Returns the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode !== 0) reportJson(error.message.replace(/^error: /, ''));
    return error.exitCode;
  }
  const text = textOf(error);
  context.stderr.write(`dossier: ${text}\n`);
  reportJson(text);
  return 1;
}

function reportJson(message: string): void {
  if (args.includes('--json') && !hasAnswered(context))
    context.stdout.write(`${JSON.stringify({ error: { message } })}\n`);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UnfinishedRunError) return `${textOf(error.cause)} ${error.message}`;
  if (EXPLAINED.some((kind) => error instanceof kind)) return printableLine(error.message);
  const fault = faultOf(error, dataFolder());
  if (fault) return `${fault.what} ${fault.cure}`;
  const stack = process.env.DOSSIER_LOG_LEVEL === 'debug' || process.env.DOSSIER_LOG_LEVEL === 'trace';
  return stack
    ? (error.stack ?? error.message)
    : `An error that Dossier does not expect: ${sentence(error)} Run it again with DOSSIER_LOG_LEVEL=debug to see where it came from.`;
}

/** The settings may be what is wrong. */
function dataFolder(): string {
  try {
    return configOf(context).dataFolder;
  } catch {
    return 'The data folder';
  }
}
