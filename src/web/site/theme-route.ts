import { readForm } from '../../http/body.js';
import type { Route } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { THEMES } from '../frame/frame.js';
import { themeCookie } from './cookies.js';
import { ownPath, refuseForeignForm } from './origin.js';

/** A theme and a path; see `MAX_BACK_LENGTH` of the frame. */
const MAX_BYTES = 1_024;

/** Keeps the colours that a reader chose, in a cookie, and leads back. */
export function themeRoute({ gateway, respond }: Services): Route {
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
