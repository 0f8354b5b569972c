import { ledgerContract } from './support/contract.js';
import { LEDGER_ENGINES } from './support/engines.js';

for (const { name, open } of LEDGER_ENGINES) ledgerContract(name, open);
