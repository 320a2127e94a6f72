/** The webhook with a body of its own: how its placeholders are filled, and that no text from a service gets out of its place. */

import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { createReceiver } from '../../../lambda/adapters/http/post-receiver';
import type { ReceiverConfig } from '../../../lambda/core/config/receivers';
import type { PostRequest } from '../../../lambda/core/message/forms/receiver-form';
import { type Notification, notificationOf } from '../../../lambda/core/message/notification';
import { TEMPLATE_FIELDS } from '../../../lambda/core/words/template';
import { receiverForm } from '../../../lambda/receivers/receivers';
import { alertOn, hostileText, SERVICE } from '../../support/core/alerts';
import { type Options, understood } from '../../support/core/parsed';
import { REFUSED } from '../../support/core/receiver-notices';
import { notificationOfAll } from '../../support/core/receiver-requests';
import { startHttp, stopAfterEach } from '../../support/http/servers';
import { runs } from '../../support/jest/lane';

const using = stopAfterEach();
const URL_TEXT = 'https://hooks.internal/x';

/** A webhook with these lines of YAML. */
function receiverOf(lines: string, options?: Options): ReceiverConfig {
  const indented = lines.replace(/^/gm, '          ');
  const text = `alerts:\n  receivers:\n    - id: hook\n      webhook:\n${indented}`;
  return understood(text, options).config.receivers[0] as ReceiverConfig;
}

function formOf(lines: string, options?: Options) {
  const receiver = receiverOf(lines, options);
  const values = Object.entries(receiver.settings).map(([name, value]) => [name, 'value' in value ? value.value : '']);
  const form = receiverForm(receiver as never);
  const requestOf = (notification: Notification) => form.requestOf(notification, Object.fromEntries(values), 0);
  return { ...form, receiver, requestOf, settings: Object.fromEntries(values) as Record<string, string> };
}

const bodyOf = ({ body }: PostRequest) => JSON.parse(body);
const OPENED = notificationOf(alertOn('opened'));
const RESOLVED = notificationOf(alertOn('resolved'));
const ALL = `url: ${URL_TEXT}\nbody: { ${TEMPLATE_FIELDS.map((field) => `${field}: "{{ ${field} }}"`).join(', ')} }`;

/** An alert with a text of its service in each place that has one. */
function hostileAlert(text: string, event: 'opened' | 'resolved' = 'opened') {
  const service = { ...SERVICE, environment: text };
  const alert = alertOn(event, { service });
  return { ...alert, reason: text, message: text, summary: text, clues: [{ code: 'x', at: alert.at, message: text }] };
}

describe('the fields', () => {
  it('are filled from an alert', () => {
    const { json, key, text, ...fields } = bodyOf(formOf(ALL).requestOf(OPENED));
    expect(fields).toEqual({
      id: 'shop/user-service/20260301T120200.000Z-1/opened',
      event: 'opened',
      status: 'firing',
      kind: 'outage',
      service: 'user-service',
      severity: 'critical',
      environment: 'production',
      reason: 'dns_failure',
      since: '2026-03-01T12:02:00.000Z',
      subject: 'user-service is down: name not resolved',
      runbook: 'https://wiki.internal/user',
      dashboard: 'https://status.internal/incidents/user-service/20260301T120200.000Z-1',
    });
    expect(json).toEqual(JSON.parse(JSON.stringify(OPENED.alerts[0])));
    expect(key).toMatch(/^[a-z0-9]+$/);
    expect(text).toContain('Since 12:02:00 UTC');
    expect(text).toContain('Where: https://user.internal/status (production)');
  });

  it('are filled from a notice about a receiver, without what it does not have', () => {
    const { noticeOf, settings } = formOf(ALL);
    const [begun, over] = (['opened', 'resolved'] as const).map((event) =>
      bodyOf(noticeOf({ ...REFUSED, event }, settings, 0)),
    );
    const { json, key, text, ...fields } = begun;
    expect(fields).toEqual({
      id: 'shop/receivers/pager/20260301T120200.000Z/opened',
      event: 'opened',
      status: 'firing',
      kind: 'condition',
      service: 'pager',
      severity: 'critical',
      reason: 'receiver_refuses',
      since: '2026-03-01T12:02:00.000Z',
      subject: 'pager has not accepted alerts for 1 h',
    });
    expect(json).toMatchObject({ schema: 'statuswatch.receiver/1' });
    expect(text).toContain('refused with 401: wrong key');
    expect(over).toMatchObject({ key, status: 'resolved' });
  });

  it('have one key for an incident, another for each incident, and another id for each alert', () => {
    const { requestOf } = formOf(ALL);
    const [opened, resolved] = [OPENED, RESOLVED].map((each) => bodyOf(requestOf(each)));
    const other = bodyOf(requestOf(notificationOf({ ...alertOn('opened'), incidentId: 'shop/user-service/2' })));
    expect(resolved.key).toBe(opened.key);
    expect(resolved.id).not.toBe(opened.id);
    expect(other.key).not.toBe(opened.key);
  });

  it('of several alerts name their services, and have the key of the thread', () => {
    const alerts = ['cart', 'pay'].map((id) => alertOn('opened', { service: { ...SERVICE, id } }));
    const notification = { ...notificationOfAll(alerts), threadId: RESOLVED.threadId };
    const { sendsAlertsAlone, isForPeople, requestOf } = formOf(`${ALL}\ngroup: true`);
    expect({ sendsAlertsAlone, isForPeople }).toEqual({ isForPeople: true });
    const { service, subject, key } = bodyOf(requestOf(notification));
    expect(service).toBe('cart, pay');
    expect(subject).toMatch(/^2 of 2 services are down/);
    expect(key).toBe(bodyOf(formOf(ALL).requestOf(RESOLVED)).key);
    expect(formOf(ALL)).toMatchObject({ sendsAlertsAlone: true });
  });
});

describe('a template', () => {
  it('may be text, words, numbers, a list, and another for an event', () => {
    const { requestOf } = formOf(`
url: ${URL_TEXT}/{{ event }}
method: PUT
headers: { X-Title: "{{ service }} is {{ status }}", X-Fixed: one, Content-Type: application/vnd.api+json }
words: { severity: { critical: 1, warning: 2, info: 3 }, event: { opened: create, updated: note, reminder: note, resolved: close } }
body: ["{{ severity }}", "level {{ severity }}", 5, true, null, { a: ["{{event}}"] }]
on: { resolved: { url: "${URL_TEXT}/{{ key }}/{{ id }}", method: PATCH, body: "{{ subject }} / {{ event }}" } }`);
    const { url, method, headers, body } = requestOf(OPENED);
    expect({ url, method, headers }).toEqual({
      url: `${URL_TEXT}/create`,
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': expect.stringMatching(/^[a-z0-9]+$/),
        'x-title': 'user-service is firing',
      },
    });
    expect(JSON.parse(body)).toEqual([1, 'level 1', 5, true, null, { a: ['create'] }]);
    const end = requestOf(RESOLVED);
    expect(end).toMatchObject({ method: 'PATCH', headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect(end.body).toBe('user-service recovered after 1 h 8 min / close');
    expect(end.url).toMatch(
      /^https:\/\/hooks\.internal\/x\/[a-z0-9]+\/shop%2Fuser-service%2F20260301T120200\.000Z-1%2Fresolved$/,
    );
  });

  it('may be the whole document, and is signed with a secret', () => {
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const { headers, body, signature } = formOf(`url: ${URL_TEXT}\nsecret: ${secret}\nbody: "{{ json }}"`).requestOf(
      OPENED,
    );
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({ schema: 'statuswatch.alert/1' });
    expect(signature).toEqual({ id: OPENED.alerts[0].id, secret });
  });

  it('cuts texts to their limits', () => {
    const limits = 'limits: { subject: 20, text: 100 }';
    const { subject, text } = bodyOf(
      formOf(`${ALL}\n${limits}`).requestOf(notificationOf(hostileAlert('é'.repeat(900)))),
    );
    expect(subject).toBe('user-service is dow…');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100);
  });

  it('is not what comes from outside the file', () => {
    const environment = {
      PLACE: '{{ subject }}',
      TOKEN: '{{ key }}',
      STATUSWATCH_SECRET_HOOK: `${URL_TEXT}?k={{ key }}`,
    };
    const lines =
      'url: { secret: hook }\nbody: { a: "${PLACE}", b: ["${TOKEN}", "{{ key }}"] }\nheaders: { X-A: "${PLACE}" }';
    const { requestOf, receiver } = formOf(lines, { environment, notifying: true });
    const { url, body, headers } = requestOf(OPENED);
    expect(url).toBe(`${URL_TEXT}?k={{ key }}`);
    expect(JSON.parse(body)).toEqual({ a: '{{ subject }}', b: ['{{ key }}', expect.stringMatching(/^[a-z0-9]+$/)] });
    expect(headers['x-a']).toBeUndefined();
    expect(receiver.access?.headers['X-A']).toMatchObject({ kind: 'hidden', value: '{{ subject }}' });
  });
});

describe('whatever a service sends', () => {
  const harm = fc.oneof(
    hostileText,
    fc.constantFrom(
      '{{ subject }}',
      '{{ json }}',
      '"}], "x": [{"',
      '@everyone',
      '..',
      '../..',
      '%2e%2e',
      '',
      '\r\nX-Evil: 1',
      '</a>',
    ),
  );

  it('the tree keeps its form, and its texts are no templates and mention nobody', () => {
    const { requestOf } = formOf(
      `url: ${URL_TEXT}\nbody: { a: "{{ subject }}", b: ["{{ text }}", { c: "x{{ reason }}{{ environment }}y" }] }`,
    );
    fc.assert(
      fc.property(harm, (text) => {
        const body = bodyOf(requestOf(notificationOf(hostileAlert(text))));
        expect(body).toEqual({
          a: expect.any(String),
          b: [expect.any(String), { c: expect.stringMatching(/^x.*y$/s) }],
        });
        expect(JSON.stringify(body)).not.toMatch(/@|<|`|\\u00/);
      }),
      { numRuns: runs(100) },
    );
  });

  it('a placeholder in it is not filled', () => {
    const { a } = bodyOf(
      formOf(`url: ${URL_TEXT}\nbody: { a: "{{ reason }}" }`).requestOf(notificationOf(hostileAlert('{{ key }}'))),
    );
    expect(a).toBe('{{ key }}');
  });

  it('an address keeps its host and its folders', () => {
    const { requestOf } = formOf(`url: ${URL_TEXT}/{{ reason }}/end?a={{ reason }}&b=1\nbody: {}`);
    fc.assert(
      fc.property(harm, (text) => {
        const { host, pathname, searchParams, hash } = new URL(requestOf(notificationOf(hostileAlert(text))).url);
        expect({ host, hash, names: [...searchParams.keys()] }).toEqual({
          host: 'hooks.internal',
          hash: '',
          names: ['a', 'b'],
        });
        expect(pathname).toMatch(/^\/x\/[^/]+\/end$/);
      }),
      { numRuns: runs(100) },
    );
  });

  it('a header is a line of ASCII', () => {
    const { requestOf } = formOf(`url: ${URL_TEXT}\nbody: {}\nheaders: { X-Title: "{{ text }} {{ reason }}" }`);
    fc.assert(
      fc.property(harm, (text) => {
        expect(requestOf(notificationOf(hostileAlert(text))).headers['x-title']).toMatch(/^[\x20-\x7e]{0,1000}$/);
      }),
      { numRuns: runs(50) },
    );
  });
});

it('is sent with its method and credentials, and with the same Idempotency-Key at each try', async () => {
  const seen: IncomingMessage[] = [];
  const server = await using(
    startHttp((request, response) => {
      seen.push(request);
      response.writeHead(seen.length === 1 ? 500 : 200).end();
    }),
  );
  const lines =
    'method: PUT\nbody: {}\nauth: { basic: { user: ana, password: { secret: hook } } }\nheaders: { X-Title: "{{ event }}" }';
  const receiver = receiverOf(`url: "${server.url()}/a/{{ key }}"\n${lines}`);
  const clock = { now: () => 0, elapsed: () => 0 };
  const { send } = createReceiver(receiver, receiverForm(receiver as never), async () => 'hunter2', clock, {
    allowLoopback: true,
  });
  await expect(send(OPENED)).rejects.toThrow('refused with 500');
  await send(OPENED);
  await send(RESOLVED);
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  for (const { method, url, headers } of seen) {
    expect(method).toBe('PUT');
    expect(url).toMatch(/^\/a\/[a-z0-9]+$/);
    expect(headers.authorization).toBe(`Basic ${btoa('ana:hunter2')}`);
  }
  expect(seen.map(({ headers }) => headers['x-title'])).toEqual(['opened', 'opened', 'resolved']);
});
