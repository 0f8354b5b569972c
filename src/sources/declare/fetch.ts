import type { Server, Setting } from './setting.js';

/** The place from which a publisher's files are fetched; a source without it is loaded with `--file` only. */
export type Fetch =
  | (FromHost & {
      readonly kind: 'urls';
      /**
       * `{MM/YYYY}`: month of the newest edition, published on the first Sunday of a month; `{YYYY}`: the
       * newest year, `{YYYY-1}` the year before; `{YYYY/QTRn}`: EDGAR's folder of this quarter,
       * `{YYYY/QTRn-1}` of the last.
       */
      readonly urls: readonly string[];
    })
  | (FromHost & {
      /** Pages of JSON in order of time: `results`, the `count` of all, and the address of the `next` page. */
      readonly kind: 'pages';
      /** `{since}`: the first day of the requested rows. */
      readonly url: string;
      /** The fields that identify a row and its time. */
      readonly members: { readonly id: string; readonly time: string };
      /** The operator's setting for the publisher's address; the default is the start of `url`. */
      readonly at?: Setting<string>;
    })
  | SftpFiles
  | { readonly kind: 'manual'; readonly how: string };

/** Files of a server that is logged in to over SSH. */
export interface SftpFiles {
  readonly kind: 'sftp';
  readonly login: SftpLogin;
  /** Path of the complete edition. */
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
  /** The publisher requires contact information: `DOSSIER_CONTACT` must be set. */
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
