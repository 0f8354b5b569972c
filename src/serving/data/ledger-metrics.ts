import { Gauge, type Registry } from 'prom-client';
import type { LedgerCounts, LedgerHealth } from '../../store/store.js';

const HELP: Readonly<Record<keyof LedgerCounts, readonly [name: string, help: string]>> = {
  resends: ['dossier_ledger_resends', 'Batches of charges that were sent again, since the start.'],
  reconnections: [
    'dossier_ledger_reconnections',
    'Connections of the ledger that were opened after one was lost, since the start.',
  ],
  lostAnswers: [
    'dossier_ledger_lost_answers',
    'Batches of charges of which nobody knew in time whether they stand, since the start.',
  ],
  lostAnswersRefunded: [
    'dossier_ledger_lost_answers_refunded',
    'Charges of such batches that were refunded, since the start.',
  ],
  lostAnswersWaiting: ['dossier_ledger_lost_answers_waiting', 'Such batches that are not refunded yet.'],
};

/** Metrics of a ledger that is reached over a network. */
export function watchLedger(registry: Registry, health: LedgerHealth): void {
  new Gauge({
    name: 'dossier_ledger_away_seconds',
    help: 'For how long the ledger has not answered; 0 while it answers.',
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
