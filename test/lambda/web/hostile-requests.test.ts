/** Tests that no request to the page of a deployment makes its function fail, since failures raise an alarm. */

import fc from 'fast-check';
import type { LambdaContext, LambdaEvent } from 'hono/aws-lambda';
import { documentsFrom } from '../../../lambda/core/documents/documents';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { createDeployedApp } from '../../../lambda/web/deployed-app';
import { sessionsOf } from '../../../lambda/web/sessions';
import { urlHandler } from '../../../lambda/web/url-handler';
import { ANY_CHARACTER } from '../../support/core/any-character';
import { knownOf, often } from '../../support/core/deployment-facts';
import { NOW } from '../../support/core/observations';
import { runs } from '../../support/jest/lane';

const TOKEN = 'f3a9c1e07b5d42688d10c7e4ab93f652';
const METRICS_TOKEN = 'q8Zr5Yt2Lw9Xc4Vb7Nm1Kp';
const HOST = 'page.lambda-url.example';
const FORM = 'application/x-www-form-urlencoded';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string | undefined;
}

/** AWS Lambda developer guide, "Invoking Lambda function URLs": the event has the payload format version 2.0. */
function eventOf({ method, path, query = '', headers = {}, cookies = [], body }: Asked): LambdaEvent {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    cookies: [...cookies],
    headers: { host: HOST, ...headers },
    requestContext: { domainName: HOST, http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' } },
    ...(body !== undefined && { body: Buffer.from(body).toString('base64') }),
    isBase64Encoded: body !== undefined,
  } as unknown as LambdaEvent;
}

let known: DeploymentFacts;
let logged: string[];
let answered: string;
let session: string;
beforeAll(async () => {
  const reader = { name: 'ana', now: NOW, isRemembered: false, isSecure: true };
  [session = ''] = (await sessionsOf(TOKEN, 'shop').begin(reader)).split(';');
  known = await knownOf({ shop: [...often('well', 3), '503'], till: often('well', 3) }, { isDeployed: true });
});
beforeEach(() => {
  logged = [];
  answered = 'done';
});

const handler = urlHandler(
  createDeployedApp({
    deployment: 'shop',
    services: ['shop', 'till'],
    now: () => NOW,
    readToken: async () => TOKEN,
    documents: documentsFrom(async () => known),
    answer: async () => ({ kind: 'asked', text: answered }),
    readMetricsToken: async () => METRICS_TOKEN,
    script: '',
    log: (message) => logged.push(message),
  }),
);
const ask = (asked: Asked) => handler(eventOf(asked), {} as LambdaContext);

const CUT_WITHIN = encodeURIComponent(`${'x'.repeat(99)}😀`);

describe('a text that is cut within the surrogate pair of an emoji', () => {
  it.each(['GET', 'HEAD'])('is no error for %s, without a session and with one', async (method) => {
    for (const cookies of [[], [session]]) {
      const asked = {
        method,
        path: '/incidents',
        query: `service=${CUT_WITHIN}`,
        headers: { accept: 'text/html' },
        cookies,
      };
      const { statusCode, body } = await ask(asked);
      expect(logged).toEqual([]);
      expect(statusCode).toBe(cookies.length === 0 ? 403 : 200);
      if (method === 'HEAD') expect(body).toBe('');
    }
  });

  it('is no error in the address after unlocking', async () => {
    for (const token of [TOKEN, 'wrong']) {
      const back = `/incidents?service=${CUT_WITHIN}`;
      const { statusCode } = await ask({
        method: 'POST',
        path: '/unlock',
        body: String(new URLSearchParams({ name: decodeURIComponent(CUT_WITHIN), password: token, back })),
        headers: { origin: `https://${HOST}`, 'content-type': FORM },
      });
      expect([logged, statusCode]).toEqual([[], token === TOKEN ? 303 : 403]);
    }
  });

  it('is no error in an answer of the checker', async () => {
    answered = `${'x'.repeat(1_199)}😀`;
    const { statusCode, cookies } = await ask({
      method: 'POST',
      path: '/ask',
      body: 'services=shop&back=/',
      cookies: [session],
      headers: { origin: `https://${HOST}`, 'content-type': FORM },
    });
    expect([logged, statusCode]).toEqual([[], 303]);
    expect(cookies?.[0]).toMatch(/^__Host-statuswatch-answer=x{1199};/);
  });
});

it('a method that hono does not support is refused with the headers of the page', async () => {
  // hono writes the fault to the log.
  const logging = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { statusCode, body, headers = {} } = await ask({ method: 'TRACE', path: '/' });
  expect(logging).toHaveBeenCalledTimes(1);
  logging.mockRestore();
  expect([statusCode, body, headers['cache-control']]).toEqual([400, 'This request is not valid.\n', 'no-store']);
  for (const name of ['content-security-policy', 'strict-transport-security', 'x-content-type-options'])
    expect(headers).toHaveProperty([name]);
});

it.each(['GET', 'HEAD'])('%s is answered alike with a body and without', async (method) => {
  const asked = { method, path: '/', headers: { accept: 'text/html' } };
  expect(await ask({ ...asked, body: 'token=x' })).toEqual(await ask(asked));
  expect((await ask(asked)).statusCode).toBe(403);
});

const text = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 20 }),
  // As long as the limits, of characters of two UTF-16 units.
  fc
    .tuple(fc.nat(110), fc.string({ unit: fc.constantFrom('😀', '𝕏'), maxLength: 60 }))
    .map(([x, y]) => 'x'.repeat(x) + y),
);
const encoded = fc.oneof(
  text.map(encodeURIComponent),
  fc.string({ unit: fc.constantFrom('%', 'f', '0', 'e', '2', '/', '.', '+', '&', '=', ';', '[', '\\') }),
);
const name = fc.oneof(fc.constantFrom('shop', 'till', '..', '__proto__', 'constructor'), encoded);
const path = fc.oneof(
  fc.constantFrom('/', '/incidents', '/unlock', '/lock', '/api/services', '/api/incidents', '/live.js', '/icon.svg'),
  fc
    .tuple(fc.constantFrom('services', 'incidents', 'silences', 'api', '*'), name)
    .map((names) => `/${names.join('/')}`),
  fc.tuple(fc.constantFrom('services', 'incidents'), name, name).map((names) => `/${names.join('/')}`),
  fc.tuple(fc.constantFrom('silence', 'ack', 'ask', 'end')).map(([action]) => `/${action}`),
  encoded.map((rest) => `/${rest}`),
);
const KEYS = [
  'service',
  'find',
  'group',
  'from',
  'to',
  'since',
  'page',
  'kind',
  'range',
  'show',
  'sort',
  'wall',
  'state',
];
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...KEYS), encoded), encoded), { maxLength: 4 })
  .map((fields) => fields.map((field) => field.join('=')).join('&'));
const form = fc
  .dictionary(
    fc.constantFrom('name', 'password', 'code', 'remember', 'back', 'for', 'reason', 'services', 'ids'),
    fc.oneof(text, fc.constantFrom(TOKEN, '1h', 'shop till')),
  )
  .map((fields) => String(new URLSearchParams(fields)));
const headers = fc.record(
  {
    accept: fc.constantFrom('text/html', 'text/plain', '*/*'),
    origin: fc.oneof(fc.constantFrom(`https://${HOST}`, 'null'), encoded),
    'content-type': fc.constantFrom(FORM, `${FORM}; charset=${CUT_WITHIN}`, 'text/plain'),
    'sec-fetch-site': fc.constantFrom('cross-site', 'same-origin', ''),
    'accept-encoding': fc.constantFrom('gzip', 'deflate', 'br', 'gzip;q=0'),
    'content-length': fc.constantFrom('-1', 'x', '99999999'),
    'transfer-encoding': fc.constant('chunked'),
    // RFC 9110, section 5.5: "a recipient of CR, LF, or NUL within a field value MUST either reject the message or replace each of those
    // characters with SP before further processing": no event has them.
    'if-none-match': text.map((value) => value.replace(/[\0\r\n]/g, ' ')),
  },
  { requiredKeys: [] },
);
const cookies = fc.oneof(
  fc.boolean().map((isUnlocked) => (isUnlocked ? [session] : [])),
  encoded.map((value) => [session, `__Host-statuswatch-answer=${value}`]),
  encoded.map((value) => [`__Host-statuswatch=${value}`]),
);
const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS');
const body = fc.option(fc.oneof(form, text), { nil: undefined });

it('every request is answered without an error, and with the headers of the page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ method, path, query, headers, cookies, body }), async (asked) => {
      const answer = await ask(asked);
      expect(logged).toEqual([]);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer).toHaveProperty(['headers', 'content-security-policy']);
    }),
    { numRuns: runs(200) },
  );
});
