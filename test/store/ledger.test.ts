import { ledgerContract } from './ledger.contract.js';
import { LEDGER_ENGINES } from './ledger-engines.js';

for (const { name, open } of LEDGER_ENGINES) ledgerContract(name, open);
