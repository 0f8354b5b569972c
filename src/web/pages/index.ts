import type { Feed, Page } from '../site/page.js';
import { entityJson, entityPage } from './entity/index.js';
import { homePage } from './home.js';
import { relationsPage } from './relations/index.js';
import { searchPage } from './search/index.js';
import { timelinePage } from './timeline/index.js';

/** All pages, in the order of the header. A new page is a file and a line here. */
export const PAGES: readonly Page[] = [homePage, searchPage, entityPage, timelinePage, relationsPage];

/** Answers for the client script. */
export const FEEDS: readonly Feed[] = [entityJson];
