import type { ApiError } from '../../contract/errors.js';
import type { OperationId } from '../../contract/vocabulary.js';
import type { AuthProxy } from '../../domain/accounts/auth-proxy.js';
import { unauthorized } from '../../gateway/authenticate.js';
import type { CompiledOperation } from '../../gateway/compile.js';
import { errorLog } from '../../gateway/error-log.js';
import { toApiError, unavailable } from '../../gateway/errors.js';
import type { VisitLimit } from '../../gateway/visits.js';
import { readForm } from '../../http/body.js';
import { toProblem } from '../../http/errors.js';
import type { HttpExchange } from '../../http/http-exchange.js';
import { READ, type Route } from '../../http/route.js';
import type { Site } from '../../http/server.js';
import type { Services } from '../../http/services.js';
import type { Operation } from '../../operations/support/declare.js';
import type { MatchLists, Sessions } from '../../store/store.js';
import { Frame, THEMES } from '../frame/frame.js';
import type { NavItem } from '../frame/nav.js';
import { type CachedPage, PageCache } from '../frame/page-cache.js';
import { renderPage } from '../frame/render.js';
import { counted, number } from '../parts/numbers.js';
import { PRICES } from '../parts/words.js';
import { themeCookie, themeOf } from './cookies.js';
import { navOf } from './nav.js';
import { isLocalVisit, ownPath, refuseForeignForm } from './origin.js';
import type { Feed, FileView, Page, PageAccess, PageView, Redirect } from './page.js';
import { Problem } from './problem.js';
import { SignIns } from './sign-ins.js';
import { SIGN_IN_PATH, signPages } from './sign-pages.js';
import { type Calls, Visit } from './visit.js';

interface SiteParts {
  /** `localOnly`: open for visits from this machine; others need a key. */
  readonly access: 'open' | 'key';
  readonly localOnly: boolean;
  readonly operations: readonly Operation[];
  readonly pages: readonly Page[];
  readonly feeds: readonly Feed[];
  readonly sessions: Sessions;
  readonly matchLists: MatchLists;
  /** Changes when other data is served. */
  readonly dataVersion: () => string;
  readonly isSample: boolean;
  /** The address for readers who want a correction. */
  readonly contact: string | null;
  readonly authProxy?: AuthProxy | undefined;
}

/** The forms of pages for signed-in readers have a few fields. */
const MAX_FORM_BYTES = 8_192;
/** Each is some kilobytes. */
const CACHE = { max: 64, milliseconds: 1_000 };

/** Pages over the gateway: each visit is who asks, what is called for them, and a frame around it. */
export function siteOf(parts: SiteParts): Site {
  const nav = navOf(parts.pages);
  const frame = (exchange: HttpExchange, shown: PageView, visit?: Visit) =>
    renderFrame(exchange, shown, visit, nav, parts);
  const problem = (exchange: HttpExchange, error: ApiError, visit?: Visit) =>
    frame(
      exchange,
      {
        title: titleOf(error),
        body: <Problem error={error} requestId={exchange.requestId} here={hereOf(exchange, visit)} />,
        current: '',
      },
      visit,
    );
  return {
    routes: (services) => routesOf(parts, services, frame, problem),
    errorPage: problem,
  };
}

type MakeFrame = (exchange: HttpExchange, shown: PageView, visit?: Visit) => string;
type MakeProblem = (exchange: HttpExchange, error: ApiError, visit?: Visit) => string;

function routesOf(parts: SiteParts, services: Services, frame: MakeFrame, problem: MakeProblem): Route[] {
  const { gateway, respond } = services;
  const compiled = new Map<OperationId, CompiledOperation>(
    parts.operations.map((operation) => [operation.id, gateway.compile(operation)]),
  );
  const { dataVersion, matchLists } = parts;
  const calls: Calls = { gateway, operations: compiled, dataVersion, matchLists };
  const cache = new PageCache(CACHE.max, CACHE.milliseconds);
  const signIns = new SignIns(gateway, parts.sessions, parts.authProxy);
  const logError = errorLog(services.log);

  async function visitOf(exchange: HttpExchange): Promise<Visit> {
    const { requestId, at, address, params } = exchange;
    const url = new URL(exchange.request.url ?? '/', 'http://dossier.invalid');
    const isOpen = parts.access === 'open' && (!parts.localOnly || isLocalVisit(exchange.request));
    const signedIn = await signIns.find(exchange);
    const caller = signedIn?.caller;
    exchange.caller = caller;
    const facts = {
      ...{ exchange, requestId, at, address, isOpen, caller, signedIn, isSample: parts.isSample },
      params: params as Readonly<Record<string, string>>,
      query: url.searchParams,
      here: url.pathname + url.search,
    };
    return new Visit(facts, calls);
  }

  async function answer(exchange: HttpExchange, page: Page): Promise<void> {
    let visit: Visit | undefined;
    try {
      const { request } = exchange;
      const isForm = request.method === 'POST' && page.submit !== undefined;
      if (isForm) refuseForeignForm(request);
      visit = await visitOf(exchange);
      if (!page.isUncounted?.(visit)) await admit(visit);
      if (mustSignIn(visit, page.access)) return respond.redirect(exchange, signInPath(visit), []);
      if (costsNothingYet(request, visit)) return respond.head(exchange);
      if (!isForm && page.isForAll && !visit.facts.caller) {
        return await respond.page(exchange, await cachedPage(visit, page));
      }
      const shown = isForm ? await submitted(visit, page) : await page.show(visit);
      if (shown === undefined) throw new Error(`${page.name} does not accept forms.`);
      if (isRedirect(shown)) return respond.redirect(exchange, shown.to, cookieHeaders(shown));
      if ('file' in shown) return respond.attachment(exchange, shown.file);
      await respond.page(exchange, framed(visit, page, shown));
    } catch (error) {
      const reported = toApiError(error);
      if (reported !== error) logError(error, exchange.requestId, reported.detail);
      if (
        reported.code === 'rate_limit_exceeded' &&
        page.path === SIGN_IN_PATH &&
        exchange.request.method === 'GET'
      ) {
        return respond.redirect(exchange, SIGN_IN_PATH, []);
      }
      const { status, headers } = toProblem(reported, exchange.path, exchange.requestId);
      await respond.page(exchange, { status, html: problem(exchange, reported, visit), headers });
    }
  }

  async function submitted(visit: Visit, { submit, takesFile, maxFormBytes = MAX_FORM_BYTES }: Page) {
    const limits = { maxBytes: maxFormBytes, ...(takesFile && { takesFile }) };
    const { fields, file } = await readForm(visit.facts.exchange, limits);
    return submit?.(visit, fields, file);
  }

  const framed = (visit: Visit, { path }: Page, shown: PageView) => ({
    status: shown.status ?? 200,
    html: frame(visit.facts.exchange, { current: path, ...shown }, visit),
  });

  function cachedPage(visit: Visit, page: Page & { readonly isForAll: true }): Promise<CachedPage> {
    const { isOpen, here, at, exchange } = visit.facts;
    const name = [page.name, isOpen, themeOf(exchange.request.headers.cookie), here].join(' ');
    return cache.get(name, at, async () => framed(visit, page, await page.show(visit)));
  }

  /** Counts by key and person if somebody is signed in, else by address. */
  async function admit({ facts }: Visit, limit?: VisitLimit): Promise<void> {
    const { caller, address, at } = facts;
    const from = caller?.person === undefined ? caller?.keyId : `${caller.keyId} ${caller.person}`;
    await gateway.admitVisit(from ?? address, at, limit);
  }

  async function report(exchange: HttpExchange, feed: Feed): Promise<void> {
    const visit = await visitOf(exchange);
    await admit(visit, feed.perMinute === undefined ? {} : { kind: feed.name, perMinute: feed.perMinute });
    if (mustSignIn(visit, feed.access)) throw unauthorized(false);
    if (costsNothingYet(exchange.request, visit)) return respond.head(exchange);
    respond.plain(exchange, JSON.stringify(await feed.report(visit)));
  }

  const pages = [...parts.pages, ...signPages(signIns)];
  return [
    ...pages.map((page) => ({
      methods: page.submit ? [...READ, 'POST' as const] : READ,
      path: page.path,
      operation: `page.${page.name}`,
      answer: (exchange: HttpExchange) => answer(exchange, page),
    })),
    ...parts.feeds.map((feed) => ({
      methods: READ,
      path: feed.path,
      operation: `page.${feed.name}`,
      answer: (exchange: HttpExchange) => report(exchange, feed),
    })),
    themeRoute(services),
  ];
}

function renderFrame(
  exchange: HttpExchange,
  { title, body, search = '', current }: PageView,
  visit: Visit | undefined,
  nav: readonly NavItem[],
  { isSample, contact }: SiteParts,
): string {
  return renderPage(
    <Frame
      title={title}
      nav={nav}
      current={current}
      theme={themeOf(exchange.request.headers.cookie)}
      here={hereOf(exchange, visit)}
      search={search ?? undefined}
      account={visit && <Account visit={visit} />}
      bill={visit?.isMetered && visit.facts.caller ? <Bill visit={visit} /> : undefined}
      isSample={isSample}
      contact={contact}
    >
      {body}
    </Frame>,
  );
}

/**
 * Whether a page that costs must not be made: for HEAD there is none to see. Throws the 503 for a browser that fetches ahead
 * of a reader who may never look.
 */
function costsNothingYet({ method, headers }: HttpExchange['request'], { isMetered }: Visit): boolean {
  if (!isMetered) return false;
  if (String(headers['sec-purpose'] ?? '').includes('prefetch')) {
    throw unavailable('A page that costs credits is not fetched ahead.');
  }
  return method === 'HEAD';
}

function hereOf({ request, path }: HttpExchange, visit: Visit | undefined): string {
  return visit?.facts.here ?? (request.method === 'POST' ? '/' : path);
}

function mustSignIn({ facts }: Visit, access: PageAccess): boolean {
  if (facts.caller || access === 'anyone') return false;
  return access === 'account' || !facts.isOpen;
}

function signInPath({ facts }: Visit): string {
  return `${SIGN_IN_PATH}?to=${encodeURIComponent(facts.here)}`;
}

function isRedirect(shown: PageView | Redirect | FileView): shown is Redirect {
  return 'to' in shown;
}

function cookieHeaders({ cookies = [] }: Redirect): string[] {
  return cookies.flatMap((cookie) => ['Set-Cookie', cookie]);
}

function titleOf({ code, more: { progress } }: ApiError): string {
  if (progress) return `Starting: ${Math.floor((100 * progress.read) / Math.max(1, progress.total))} %`;
  return code === 'not_found' ? 'Not found' : `Error: ${code.replaceAll('_', ' ')}`;
}

/** The end of the header: who is signed in, and the way in or out. */
function Account({ visit }: { readonly visit: Visit }) {
  const { caller, signedIn, here } = visit.facts;
  if (!caller) {
    return here.startsWith('/sign-in') ? null : (
      <a href={`/sign-in?to=${encodeURIComponent(here)}`}>Sign in</a>
    );
  }
  return (
    <form method="post" action="/sign-out">
      {caller.scopes.includes('admin') && <a href="/operate">Operate</a>}
      <a href="/usage">{caller.person ?? caller.account.name}</a>
      {signedIn?.hasSession && <button class="slight">Sign out</button>}
    </form>
  );
}

/** The price of the page after it was paid, and what is left. */
function Bill({ visit }: { readonly visit: Visit }) {
  const { used, remaining, replayed } = visit;
  const why = replayed && used === 0 ? ': this page was already paid for in the last 24 hours' : '';
  return (
    <p>
      {`${counted(used, 'credit')} used${why}`}
      {remaining !== undefined && `, ${number(remaining)} left`}
      {'. '}
      <span>{PRICES}</span>
    </p>
  );
}

/** A theme and a path; see `MAX_BACK_LENGTH` of the frame. */
const MAX_BYTES = 1_024;

/** Keeps the colours that a reader chose, in a cookie, and leads back. */
function themeRoute({ gateway, respond }: Services): Route {
  return {
    methods: ['POST'],
    path: '/theme',
    operation: 'page.theme',
    answer: async (exchange) => {
      exchange.isPage = true;
      refuseForeignForm(exchange.request);
      await gateway.admitVisit(exchange.address, exchange.at);
      const { fields: form } = await readForm(exchange, { maxBytes: MAX_BYTES });
      const chosen = THEMES.find((theme) => theme === form.get('theme'));
      respond.redirect(exchange, ownPath(form.get('to')), ['Set-Cookie', themeCookie(chosen)]);
    },
  };
}
