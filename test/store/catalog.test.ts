import { openCatalog } from '../../src/store/sqlite/catalog/sqlite-catalog.js';
import { catalogContract } from './catalog.contract.js';

catalogContract('SQLite', (folder) => openCatalog({ folder, schema: 'migrate' }));
