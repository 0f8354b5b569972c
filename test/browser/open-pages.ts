import type { Browser, BrowserContext } from 'playwright-core';
import { startOn, type TestService } from '../support/service.js';
import { launch } from './browser.js';
import { oddFolder } from './odd-folder.js';

/** A service with the odd records of the tests, and a browser to look at it. */
export interface OpenPages {
  readonly browser: Browser;
  readonly service: TestService;
  /** As a reader with a key of all scopes, or as nobody. */
  readonly visitAs: (context: BrowserContext, isSignedIn?: boolean) => Promise<void>;
  /** An address may make 600 visits in a minute of the service. */
  readonly nextMinute: () => void;
  readonly close: () => Promise<void>;
}

export async function openPages(executablePath: string): Promise<OpenPages> {
  let minutes = 0;
  const [browser, service] = await Promise.all([
    launch(executablePath),
    oddFolder().then((folder) => startOn(folder, { now: () => Date.now() + minutes * 60_000 })),
  ]);
  const session = await signIn(service);
  return {
    browser,
    service,
    visitAs: async (context, isSignedIn = false) => {
      if (isSignedIn) await context.addCookies([{ ...session, url: service.url }]);
      else await context.clearCookies();
    },
    nextMinute: () => {
      minutes += 1;
    },
    close: async () => {
      await browser.close();
      await service.close();
    },
  };
}

async function signIn(service: TestService) {
  const key = await service.newKey({ scopes: ['read', 'usage', 'webhooks', 'admin'] });
  await service.get('/api/v1/search?name=willow', { authorization: `Bearer ${key}` });
  const answer = await fetch(`${service.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ key, to: '/' }),
  });
  const [name = '', value = ''] = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0]?.split('=') ?? [];
  return { name, value };
}
