/** Every page with its states, as the bundled sample and the odd records of the tests give them. */
export interface Looked {
  readonly path: string;
  /** 200 where omitted. */
  readonly status?: number;
  /** By a key with all scopes. */
  readonly isSignedIn?: true;
}

export const LOOKED: readonly Looked[] = [
  { path: '/' },
  { path: '/search' },
  { path: '/search?q=willow' },
  { path: '/search?q=willow&state=CO&status=active&exact=false' },
  { path: '/search?q=harbor+clenaers' },
  { path: '/search?q=harbor+clenaers&exact=true' },
  { path: '/search?q=nobody+at+all' },
  { path: '/search?q=front+range&in=agent' },
  { path: '/search?q=ilse+thornbury&in=person' },
  { path: '/search?q=nobody+at+all&in=person' },
  { path: '/search?state=CO&formed_after=2020-01-01' },
  { path: '/search?q=80202' },
  { path: '/search?q=willow&limit=2&offset=300' },
  { path: '/search?q=willow&state=XX', status: 400 },
  { path: '/entity/CO:20221555001' },
  { path: '/entity/CO:19941555000' },
  { path: '/entity/CT:0555049' },
  { path: '/entity/NY:5550138' },
  { path: '/entity/CO:20221555001/timeline' },
  { path: '/entity/CO:20221555001/timeline?kind=lien' },
  { path: '/entity/CO:20221555001/relations' },
  { path: '/entity/CT:0555049/relations' },
  { path: '/entity/CO:20221555001/contracts' },
  { path: '/entity/CO:20221555001/liens' },
  { path: '/entity/CO:19941555000/loans' },
  { path: '/entity/CO:19941555000/lobbying' },
  { path: '/entity/CO:20221555001/money' },
  { path: '/entity/CO:20221555001/exclusions' },
  { path: '/entity/CO:20221555001/ownership' },
  { path: '/entity/CO:1', status: 404 },
  { path: '/entity/nonsense', status: 400 },
  { path: '/sign-in' },
  { path: '/docs' },
  { path: '/docs/api' },
  { path: '/docs/api/getEntity' },
  { path: '/docs/search?q=credits' },
  { path: '/docs/guides/start' },
  { path: '/docs/guides/openrefine' },
  { path: '/docs/operating' },
  { path: '/docs/sources' },
  { path: '/docs/domain/matching' },
  { path: '/docs/errors' },
  { path: '/docs/errors/not_found' },
  { path: '/entity/OR:1' },
  { path: '/entity/OR:1/timeline' },
  { path: '/entity/OR:1/relations' },
  { path: '/entity/OR:2' },
  { path: '/entity/CO:licenses:A.1' },
  { path: '/entity/CO:licenses:A.1/relations', status: 404 },
  { path: '/entity/CO:licenses:A.2' },
  { path: '/search?q=img+src' },
  { path: '/search?q=verylong' },
  { path: `/search?q=${encodeURIComponent('<script>alert(1)</script>')}` },
  { path: '/nowhere', status: 404 },
  { path: '/sources' },
  { path: '/sources/us_co_business_entities' },
  { path: '/sources/us_ak_corporations' },
  { path: '/sources/nothing', status: 404 },
  { path: '/changes' },
  { path: '/changes?kind=changed' },
  { path: '/changes?state=Columbia', status: 400 },
  { path: '/sec' },
  { path: '/sec?q=tesla' },
  { path: '/sec?q=tesla&form=10-K' },
  { path: '/sec?q=nobody+at+all' },
  { path: '/sec?q=tesla&offset=500' },
  { path: '/sec?q=tesla&year=24', status: 400 },
  { path: '/sec/0001628280-26-003952' },
  { path: '/sec/nonsense', status: 404 },
  { path: '/contracts' },
  { path: '/contracts?recipient=willow' },
  { path: '/contracts?min_amount=much', status: 400 },
  { path: '/lobbying' },
  { path: '/lobbying?filing_year=2026' },
  { path: '/match' },
  { path: '/match/unknown', status: 404 },
  { path: '/lists', isSignedIn: true },
  { path: '/usage', isSignedIn: true },
  { path: '/keys', isSignedIn: true },
  { path: '/watches?entity=CO:20221555001', isSignedIn: true },
  { path: '/watches/wat_0', status: 404, isSignedIn: true },
  { path: '/exports', isSignedIn: true },
  { path: '/operate', isSignedIn: true },
  { path: '/operate/accounts', isSignedIn: true },
  { path: '/operate/loads', isSignedIn: true },
  { path: '/operate/loads?do=start&id=us_co_business_entities', isSignedIn: true },
  { path: '/operate/findings', isSignedIn: true },
];

/** The first page of each kind: pages of a kind have the same parts. All error pages are one kind, and so are the texts of the documentation. */
export const ONE_OF_EACH_KIND: readonly Looked[] = [
  ...new Map(LOOKED.toReversed().map((looked) => [kindOf(looked), looked])).values(),
].reverse();

function kindOf({ path, status = 200 }: Looked): string {
  if (status !== 200) return 'error';
  const { pathname, search } = new URL(path, 'http://localhost');
  if (/^\/docs\/(?!api|search|sources)/.test(pathname)) return 'documentation';
  return pathname.replace(/^\/(entity|sources)\/[^/]+/, '/$1/*') + (search === '' ? '' : '?');
}
