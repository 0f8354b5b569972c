import { isLive } from '../../../domain/accounts/credits.js';
import { ConflictError, type Grant, type NewTakeBack } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { LedgerClock } from './clock.js';
import type { Grants } from './grants.js';

interface Done {
  /** As it is now. */
  readonly grant: Grant;
  /** The credits that were taken. */
  readonly credits: number;
}

/** See `Ledger.takeBack`. The write lock is held from before the check: nobody spends what is being taken. */
export function takingBack(database: Sqlite, clock: LedgerClock, grants: Grants) {
  const lower = database.prepare('UPDATE grant_remaining SET remaining = remaining - ? WHERE grant_id = ?');
  const insert = database.prepare(
    'INSERT INTO take_backs (grant_id, at, credits, reason) VALUES (?, ?, ?, ?)',
  );

  const takeBack = database.transaction((taken: NewTakeBack): Done => {
    const { accountId, grantId, reason, at: machineTime } = taken;
    const grant = grants.get(accountId, grantId);
    if (!grant) throw new RangeError(`The account ${accountId} has no grant ${grantId}.`);
    const left = grant.credits - grant.spent - grant.takenBack;
    const credits = taken.credits ?? left;
    if (!isLive(grant, clock.read(machineTime))) throw new ConflictError(`Grant ${grantId} has ended.`);
    if (left === 0) throw new ConflictError(`Nothing of grant ${grantId} is left unspent.`);
    if (credits > left) {
      throw new ConflictError(
        `Only ${left} credits of grant ${grantId} are left unspent; ${credits} were asked for.`,
      );
    }
    lower.run(credits, grantId);
    insert.run(grantId, clock.advance(machineTime), credits, reason);
    return { grant: { ...grant, takenBack: grant.takenBack + credits }, credits };
  });

  return (taken: NewTakeBack): Done => {
    const { credits } = taken;
    if (credits !== null && (!Number.isSafeInteger(credits) || credits < 1)) {
      throw new RangeError('The credits that are taken back are an integer of 1 or more.');
    }
    return takeBack.immediate(taken);
  };
}
