import { Gauge, type Registry } from 'prom-client';
import type { LedgerCounts, LedgerHealth } from '../../store/store.js';

const HELP: Readonly<Record<keyof LedgerCounts, readonly [name: string, help: string]>> = {
  resends: ['dossier_ledger_resends', 'Batches of charges sent again since the start.'],
  reconnections: [
    'dossier_ledger_reconnections',
    'Ledger connections opened after a lost one since the start.',
  ],
  lostAnswers: [
    'dossier_ledger_lost_answers',
    'Batches of charges whose commit was not confirmed in time, since the start.',
  ],
  lostAnswersRefunded: [
    'dossier_ledger_lost_answers_refunded',
    'Charges of such batches refunded since the start.',
  ],
  lostAnswersWaiting: ['dossier_ledger_lost_answers_waiting', 'Such batches whose refund is still pending.'],
};

/** Registers metrics of a ledger that is reached over a network. */
export function watchLedger(registry: Registry, health: LedgerHealth): void {
  new Gauge({
    name: 'dossier_ledger_away_seconds',
    help: 'Seconds since the ledger last responded; 0 while it responds.',
    registers: [registry],
    collect() {
      const since = health.awaySince();
      this.set(since === null ? 0 : Math.max(0, Date.now() - since) / 1_000);
    },
  });
  for (const member of Object.keys(HELP) as (keyof LedgerCounts)[]) {
    const [name, help] = HELP[member];
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(health.counts()[member]);
      },
    });
  }
}
