import type { Feed, Page } from '../site/page.js';
import { homePage } from './home.js';
import { searchPage } from './search/index.js';

/** All pages, in the order of the header. A new page is a file and a line here. */
export const PAGES: readonly Page[] = [homePage, searchPage];

/** Answers for the client script. */
export const FEEDS: readonly Feed[] = [];
