import type { IncomingMessage } from 'node:http';

/** Whether the request used a host name of this machine. */
export function isLocalHost({ headers }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Headers that proxies, load balancers and CDNs add. Browsers never send them. */
const PROXY_HEADERS = new RegExp(
  '^(?:via|forwarded|client-ip|true-client-ip|cdn-loop|x-real-ip|x-client-ip|x-cluster-client-ip|x-proxyuser-ip|' +
    'x-remote-(?:ip|addr)|x-original-.*|x-forwarded.*|x-envoy-.*|x-amzn-.*|x-appengine-.*|x-azure-.*|x-arr-.*|' +
    'x-vercel-.*|x-nginx-.*|x-cloud-trace-context|cf-.*|fly-.*|fastly-.*|akamai-.*)$',
);

/** Returns true if a header shows that a proxy forwarded the request, or HTTP/1.0, which no browser sends and nginx long used by default. */
export function isForwarded({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' || Object.keys(headers).some((name) => PROXY_HEADERS.test(name));
}

/** Returns the host and port of an origin, or `undefined` if it is invalid. */
export function hostOf(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}
