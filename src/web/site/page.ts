import type { ComponentChildren } from 'preact';
import type { SentFile } from '../../http/multipart.js';
import type { PageFile } from './file.js';
import type { Visit } from './visit.js';

/**
 * `anyone`: neither the page nor its calls need a key. `reader`: everybody whom DOSSIER_WEB allows. `account`: only a visitor who is
 * signed in with a key.
 */
export type PageAccess = 'anyone' | 'reader' | 'account';

interface Route {
  /** As the router has it: `/entity/:id`. */
  readonly path: string;
  /** In logs and metrics. */
  readonly name: string;
  readonly access: PageAccess;
}

interface PageParts extends Route {
  readonly perMinute?: undefined;
  /** The words of the header that lead here. */
  readonly nav?: string;
  /** Its form may carry a file. */
  readonly takesFile?: true;
  /** Maximum size of its form; default: `MAX_FORM_BYTES`. */
  readonly maxFormBytes?: number;
  /** Visits are not counted, so that neighbours at the same address cannot use them up. The page limits itself. */
  readonly isUncounted?: (visit: Visit) => boolean;
  /** Takes a form that this page sent; forms of other origins are refused before. */
  readonly submit?: (visit: Visit, form: URLSearchParams, file?: SentFile) => Promise<PageView | Redirect>;
}

/** A page for people. `show` throws `ApiError`, which is shown as a page. */
export type Page = PageParts &
  (
    | {
        readonly isForAll?: undefined;
        readonly show: (visit: Visit) => Promise<PageView | Redirect | FileView>;
      }
    /** The same for all who have no key: it is made once a second for them. */
    | { readonly isForAll: true; readonly show: (visit: Visit) => Promise<PageView> }
  );

/** An answer for the client script. */
export interface Feed extends Route {
  /** Requests per address and minute, counted separately; default: the count of pages. */
  readonly perMinute?: number;
  /** Goes out as JSON. */
  readonly report: (visit: Visit) => Promise<object>;
}

export interface PageView {
  /** The thing that is shown, with its count; the frame adds the name of the service. */
  readonly title: string;
  readonly body: ComponentChildren;
  readonly status?: number;
  /** The text in the search field of the header; null leaves the field out, if the page has one of its own. */
  readonly search?: string | null;
  /** The path of the active navigation item; default: that of the page. */
  readonly current?: string;
}

/** A file in place of a page. */
export interface FileView {
  readonly file: PageFile;
}

export interface Redirect {
  readonly to: string;
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[];
}

export function definePage(page: Page): Page {
  return page;
}
