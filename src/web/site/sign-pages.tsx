import { ApiError } from '../../contract/errors.js';
import { isLocalHost } from '../../http/local.js';
import { backTo } from '../frame/frame.js';
import { Prose } from '../parts/marked.js';
import { isPlainHttp, ownPath } from './origin.js';
import type { Page, PageView } from './page.js';
import type { SignIns } from './sign-ins.js';

export const SIGN_IN_PATH = '/sign-in';

/** The way in and the way out. */
export function signPages(signIns: SignIns): readonly Page[] {
  return [
    {
      path: SIGN_IN_PATH,
      name: 'sign-in',
      access: 'anyone',
      isForAll: true,
      // A key, and a path.
      maxFormBytes: 2_048,
      // The form is made once a second for everybody. Keys that are not valid are counted where they are checked.
      isUncounted: ({ facts }) => facts.exchange.request.method === 'POST' || facts.here === SIGN_IN_PATH,
      show: async ({ facts }) => signInForm(ownPath(facts.query.get('to'))),
      submit: async ({ facts }, form) => {
        const to = ownPath(form.get('to'));
        const { request } = facts.exchange;
        if (!isLocalHost(request) && isPlainHttp(request)) return signInForm(to, 400, NEEDS_HTTPS);
        try {
          return { to, cookies: [await signIns.signIn(facts.exchange, form.get('key') ?? '')] };
        } catch (error) {
          if (error instanceof ApiError && error.code === 'unauthorized') return signInForm(to, 401, NO_KEY);
          throw error;
        }
      },
    },
    {
      path: '/sign-out',
      name: 'sign-out',
      access: 'anyone',
      maxFormBytes: 256,
      show: async () => ({ to: '/' }),
      submit: async ({ facts }) => ({ to: '/', cookies: [await signIns.signOut(facts.exchange)] }),
    },
  ];
}

const NO_KEY =
  'This key is not valid: it is mistyped, unknown, revoked or expired. The operator creates keys with `dossier key create`.';
const NEEDS_HTTPS =
  'Browsers only keep a session over https. Ask the operator for the https address, or use the page on the machine itself.';

function signInForm(to: string, status = 200, fault?: string): PageView {
  return {
    title: 'Sign in',
    status,
    search: null,
    body: (
      <>
        <h1>Sign in</h1>
        <p>
          Use an API key of this service. Your session ends with the key, when you sign out, or after seven
          days. The key itself is not stored.
        </p>
        {fault !== undefined && (
          <div class="notice" role="alert">
            <p>
              <Prose text={fault} />
            </p>
          </div>
        )}
        <form class="form" method="post" action="/sign-in">
          <input type="hidden" name="to" value={backTo(to)} />
          <input type="text" name="account" value="API key" autocomplete="username" hidden readOnly />
          <label for="key">API key</label>
          <input
            id="key"
            type="password"
            name="key"
            autocomplete="current-password"
            required
            maxLength={200}
          />
          <div>
            <button class="main">Sign in</button>
          </div>
        </form>
      </>
    ),
  };
}
