import { join } from 'node:path';
import { openLedger } from '../../src/store/sqlite/ledger/ledger.js';
import { ledgerContract } from './ledger.contract.js';

ledgerContract('SQLite', async (folder) =>
  openLedger({ path: join(folder, 'ledger.db'), schema: 'migrate' }),
);
