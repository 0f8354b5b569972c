import type { WebConfig } from '../../config/config.js';
import { commandName } from '../../platform/package-root.js';
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
    ...(hasData ? [] : [...howToLoad(), '']),
    ...(key === null ? howToGetAKey(folder, hasAccounts) : curlLines(url, key)),
    '',
    `Reference: ${url}/docs`,
    'Press Ctrl-C to stop.',
  ].join('\n');
}

/** Who may see the pages. */
function readersOf({ access, localOnly }: WebConfig): string {
  if (access === 'off') return 'Web pages: off (DOSSIER_WEB=off).';
  if (access === 'key') return 'Web pages: for visitors who sign in with an API key (DOSSIER_WEB=key).';
  return localOnly
    ? 'Web pages: free for everyone on this machine. Behind a proxy, set DOSSIER_WEB=key (see docs/operating.md).'
    : 'Web pages: free for everyone who can reach this address (DOSSIER_WEB=open).';
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

function howToLoad(): readonly string[] {
  const dossier = commandName();
  return [
    'No records are loaded yet.',
    `To load some:       ${dossier} sources`,
    `                    ${dossier} ingest SOURCE`,
    `To try the sample:  ${dossier} serve --sample`,
  ];
}

function howToGetAKey(folder: DataFolder, hasAccounts: boolean): readonly string[] {
  const dossier = commandName();
  if (folder.kind === 'sample') {
    return [
      `For another key:  ${dossier} account list --sample`,
      `                  ${dossier} key create --sample --account sample`,
    ];
  }
  if (hasAccounts) {
    return [
      `For another key:  ${dossier} account list`,
      `                  ${dossier} key create --account NAME`,
    ];
  }
  return [
    `For a key:  ${dossier} account create NAME --credits 1000`,
    `            ${dossier} key create --account NAME`,
  ];
}
