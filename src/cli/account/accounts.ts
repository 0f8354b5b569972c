import { isName, isVisible, NAME_RULE, PATTERN_RULE } from '../../contract/service/name.js';
import { type Account, ConflictError, type Ledger } from '../../store/store.js';
import { CliError } from '../context.js';

/** Finds an account by id or name. Throws `CliError` if there is none, or several with the name. */
export async function needAccount(ledger: Ledger, idOrName: string): Promise<Account> {
  const account = await ledger.getAccount(idOrName);
  if (account) return account;
  const [named, ...others] = (await ledger.listAccounts()).filter(({ name }) => name === idOrName);
  const shown = JSON.stringify(idOrName);
  if (!named) throw new CliError(`There is no account ${shown}; dossier account list lists them.`);
  if (others.length === 0) return named;
  const ids = [named, ...others].map(({ id }) => id).join(', ');
  throw new CliError(`Several accounts are named ${shown}: specify an id (${ids}).`);
}

/** Throws `CliError`. */
export function refuseBadName(name: string): void {
  if (!isName(name)) throw new CliError(`The name ${NAME_RULE}.`);
}

/** Throws `CliError`. */
export function refuseBadReason(reason: string): void {
  if (!isVisible(reason)) throw new CliError(`The reason ${PATTERN_RULE}.`);
}

/** A change that conflicts with the current state is the caller's mistake. */
export async function inWords<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof ConflictError) throw new CliError(error.message);
    throw error;
  }
}
