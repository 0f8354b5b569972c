import type { WebConfig } from '../../config/config.js';
import type { DataFolder } from '../../store/folder/data-folder.js';

interface Started {
  readonly url: string;
  /** Shown once, at the first start of the sample. */
  readonly key: string | null;
  readonly folder: DataFolder;
  readonly web: WebConfig;
  /** A source was loaded. */
  readonly hasData: boolean;
  readonly hasAccounts: boolean;
}

/** The text for people when the server is up. */
export function welcome({ url, key, folder, web, hasData, hasAccounts }: Started): string {
  const what = folder.kind === 'sample' ? 'the bundled sample' : folder.path;
  const head = `Dossier serves ${what} at ${url}`;
  return [
    head,
    '',
    ...(web.access === 'off' ? [] : [`Open in a browser: ${url}/`]),
    readersOf(web),
    '',
    ...(hasData ? [] : [...NO_DATA, '']),
    ...(key === null ? howToGetAKey(folder, hasAccounts) : curlLines(url, key)),
    '',
    `Reference: ${url}/docs`,
    'Ctrl-C stops it.',
  ].join('\n');
}

/** Who may see the pages. */
function readersOf({ access, localOnly }: WebConfig): string {
  if (access === 'off') return 'Pages: none (DOSSIER_WEB=off).';
  if (access === 'key') return 'Pages: for readers who sign in with an API key (DOSSIER_WEB=key).';
  return localOnly
    ? 'Pages: free for everybody on this machine. Behind a proxy, set DOSSIER_WEB=key (see docs/operating.md).'
    : 'Pages: free for everybody who reaches this address (DOSSIER_WEB=open).';
}

function curlLines(url: string, key: string): readonly string[] {
  const auth = `-H 'Authorization: Bearer ${key}'`;
  return [
    `Key (shown once): ${key}`,
    '',
    'Try:',
    `  curl ${auth} '${url}/api/v1/search?name=willow'`,
    `  curl ${auth} '${url}/api/v1/entity/CO:20221555001'`,
    `  curl ${auth} '${url}/api/v1/sec/search?q=tesla&forms=10-K'`,
  ];
}

const NO_DATA = [
  'No records are loaded yet.',
  'To load some:       npx dossier sources',
  '                    npx dossier ingest SOURCE',
  'To try the sample:  npx dossier serve --sample',
];

function howToGetAKey(folder: DataFolder, hasAccounts: boolean): readonly string[] {
  if (folder.kind === 'sample') {
    return [
      'For another key:  npx dossier account list --sample',
      '                  npx dossier key create --sample --account sample',
    ];
  }
  if (hasAccounts) {
    return [
      'For another key:  npx dossier account list',
      '                  npx dossier key create --account NAME',
    ];
  }
  return [
    'For a key:  npx dossier account create NAME --credits 1000',
    '            npx dossier key create --account NAME',
  ];
}
