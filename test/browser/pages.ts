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
  { path: '/entity/CO:1', status: 404 },
  { path: '/entity/nonsense', status: 400 },
  { path: '/sign-in' },
  { path: '/docs' },
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
  { path: '/changes' },
  { path: '/changes?kind=changed' },
  { path: '/changes?state=Colorado', status: 400 },
  { path: '/match' },
  { path: '/usage', isSignedIn: true },
  { path: '/keys', isSignedIn: true },
  { path: '/watches?entity=CO:20221555001', isSignedIn: true },
  { path: '/watches/wat_0', status: 404, isSignedIn: true },
  { path: '/exports', isSignedIn: true },
];
