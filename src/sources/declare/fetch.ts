import type { Server, Setting } from './setting.js';

/** The place from which a publisher's files are fetched; a source without it is loaded with `--file` only. */
export type Fetch =
  | (FromHost & {
      readonly kind: 'urls';
      /**
       * `{MM/YYYY}` stands for the month of the newest edition of what comes out on a month's first Sunday, `{YYYY}`
       * for the newest year of what comes out by years, `{YYYY-1}` for the year before; `{YYYY/QTRn}` for EDGAR's folder of
       * this quarter, `{YYYY/QTRn-1}` for that of the last.
       */
      readonly urls: readonly string[];
    })
  | (FromHost & {
      /** Pages of JSON in order of time: `results`, the `count` of all, and the address of the `next` page. */
      readonly kind: 'pages';
      /** `{since}` stands for the day from which on rows are given. */
      readonly url: string;
      /** The members of a row that tell it and its time. */
      readonly members: { readonly id: string; readonly time: string };
      /** The operator's setting of the address at which the publisher is found; `url` begins with its default. */
      readonly at?: Setting<string>;
    })
  | SftpFiles
  | { readonly kind: 'manual'; readonly how: string };

/** Files of a server that is logged in to over SSH. */
export interface SftpFiles {
  readonly kind: 'sftp';
  readonly login: SftpLogin;
  /** Path of the edition that holds everything. */
  readonly whole: string;
  /** A file a day of what changed, named `YYYYMMDD` and the ending. */
  readonly daily?: { readonly folder: string; readonly ending: string };
}

/** The operator's settings of the server and of the login. */
export interface SftpLogin {
  readonly server: Setting<Server>;
  readonly user: Setting<string | null>;
  readonly password: Setting<string | null>;
  /** Fingerprint of the host key; null: the one that is seen first. */
  readonly hostKey: Setting<string | null>;
}

interface FromHost {
  readonly host: string;
  readonly perSecond: number;
  /** The publisher refuses who does not say how to be reached: `DOSSIER_CONTACT` must be set. */
  readonly needsContact?: true;
  readonly key?: FetchKey;
}

/** The operator's own key at the publisher, and how it is sent: as a parameter, or as a header after a prefix. */
interface FetchKey {
  readonly setting: Setting<string | null>;
  readonly required: boolean;
  /** Requests a second that the publisher allows with the key, where that is more. */
  readonly perSecond?: number;
  readonly as: { readonly parameter: string } | { readonly header: string; readonly prefix: string };
}
