import type { Visit } from './visit.js';

/** The end of the header: who is signed in, and the way in or out. */
export function Account({ visit }: { readonly visit: Visit }) {
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
