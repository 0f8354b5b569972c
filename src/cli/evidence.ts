import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { verdictOn } from '../evidence/signature.js';
import { openSigningKey, publicKeyIn, publicPem } from '../evidence/signing-key.js';
import { answer, type CliContext, CliError, configOf } from './context.js';
import { type FolderOptions, folderOf } from './with-store.js';

/** Evidence of one record is some kilobytes. */
const MAX_BYTES = 64 * 2 ** 20;

interface VerifyOptions {
  readonly json?: boolean;
  readonly key?: string;
}

export function evidenceCommands(program: Command, context: CliContext): void {
  const evidence = program.command('evidence');

  evidence
    .command('key')
    .description('print the public key that verifies the evidence of this installation')
    .action((options: FolderOptions) => printKey(context, options));

  evidence
    .command('verify <file>')
    .description('verify evidence as returned by the API; needs neither the service nor its data')
    .option('--key <file>', 'the expected public key, as printed by `dossier evidence key`')
    .action((file: string, options: VerifyOptions) => verify(context, file, options));
}

function printKey(context: CliContext, options: FolderOptions): void {
  const { evidenceKey } = configOf(context);
  const key = openSigningKey(folderOf(context, options).path, evidenceKey);
  answer(context, options, { algorithm: 'Ed25519', publicKey: key.publicKey }, publicPem(key).trimEnd());
}

function verify(context: CliContext, file: string, options: VerifyOptions): void {
  const trusted = options.key === undefined ? undefined : trustedKey(options.key);
  const verdict = verdictOn(readText(file));
  if (!verdict.isWhole) throw new CliError(`${file} is not valid. ${verdict.why}`);
  const { publicKey, document, isAnswer } = verdict;
  if (trusted !== undefined && trusted !== publicKey)
    throw new CliError(`${file} is not valid. It was signed by another key: ${publicKey}.`);
  const { id, issuedAt, sample } = document;
  const reported = [
    `${file} is valid: evidence of ${id}, issued at ${issuedAt}.`,
    sample === true ? 'It is an invented record of the bundled sample.' : [],
    trusted === undefined
      ? `Signed by ${publicKey}. Compare this key with the issuer’s, or specify the issuer’s key with --key.`
      : 'Signed by the specified key.',
    isAnswer ? 'The response’s meta is not signed.' : [],
  ].flat();
  answer(
    context,
    options,
    { holds: true, id, issuedAt, publicKey, isKeyTrusted: trusted !== undefined },
    reported.join('\n'),
  );
}

function trustedKey(file: string): string {
  const key = publicKeyIn(readText(file));
  if (key === undefined) throw new CliError(`${file} contains no Ed25519 public key in PEM format.`);
  return key;
}

function readText(file: string): string {
  try {
    if (statSync(file).size > MAX_BYTES) throw new CliError(`${file} is too large to be evidence.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}
