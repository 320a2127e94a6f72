/** The presets in examples/receivers, sent to a real server: each request is what the documentation of its API asks for. */

import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { openReceivers } from '../../lambda/adapters/http/receivers';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import { drillAlerts } from '../../lambda/core/message/drill';
import { notificationOf } from '../../lambda/core/message/notification';
import type { ReceiverNotice } from '../../lambda/core/message/receiver-notice';
import type { JsonObject } from '../../lambda/core/words/json';
import { TEMPLATE_FIELDS } from '../../lambda/core/words/template';
import { receiverForm } from '../../lambda/receivers/receivers';
import { alertOn } from '../support/core/alerts';
import { type Options, understood } from '../support/core/parsed';
import { REFUSED } from '../support/core/receiver-notices';
import { hostileNotification } from '../support/core/receiver-requests';
import { type RunningServer, startHttp, stopAfterEach } from '../support/http/servers';
import { runs } from '../support/jest/lane';

const FOLDER = 'examples/receivers';
const using = stopAfterEach();

interface Preset {
  /** What a request has to be, with the sentence of the API's documentation. */
  readonly check: (body: JsonObject, isEnd: boolean) => void;
  /** The header that lets the request in, if it is not the address. */
  readonly authorization?: string;
  /** The path of the request for an end, if that is another. */
  readonly endPath?: RegExp;
}

const isText = (value: unknown, most: number) => {
  expect(typeof value).toBe('string');
  expect(String(value).length).toBeGreaterThan(0);
  expect(String(value).length).toBeLessThanOrEqual(most);
};
const KEY = /^[0-9a-z]+$/;

const PRESETS: Readonly<Record<string, Preset>> = {
  /**
   * Discord developer documentation, "Execute Webhook": content is "the message contents (up to 2000 characters)". "Allowed Mentions Object": with
   * an empty `parse` "suppress all mentions".
   */
  discord: {
    check: ({ content, allowed_mentions }) => {
      isText(content, 2_000);
      expect(allowed_mentions).toEqual({ parse: [] });
    },
  },
  /**
   * Google Chat, "Build a Google Chat app as a webhook": "Webhooks are subject to the per-space quota for spaces.messages.create: 1 request per
   * second, shared among all webhooks in the space". Its documentation names
   * no longest text that we found.
   */
  'google-chat': {
    check: ({ text, thread }) => {
      isText(text, 4_203);
      expect(thread).toEqual({ threadKey: expect.stringMatching(KEY) });
    },
  },
  /** Telegram Bot API, "sendMessage": "Text of the message to be sent, 1-4096 characters after entities parsing". */
  telegram: {
    check: ({ chat_id, text, ...others }) => {
      expect(Number.isInteger(chat_id)).toBe(true);
      isText(text, 4_096);
      expect(others).toEqual({ link_preview_options: { is_disabled: true } });
    },
  },
  /**
   * incident.io API reference, "CreateHTTP": `status` is "firing" or "resolved", both it and `title` are required; "For newly created HTTP sources,
   * this field is required" is of `deduplication_key`; `source_url` is "a link to the alert in the upstream system". It names no limit of a text.
   */
  'incident-io': {
    authorization: 'Bearer t0ken-of-the-preset',
    check: ({ title, description, status, deduplication_key, source_url, metadata, ...others }, isEnd) => {
      isText(title, 200);
      isText(description, 4_000);
      expect(status).toBe(isEnd ? 'resolved' : 'firing');
      expect(deduplication_key).toMatch(KEY);
      if (source_url !== undefined) expect(URL.canParse(String(source_url))).toBe(true);
      expect(metadata).toEqual(expect.objectContaining({ service: expect.any(String) }));
      expect(others).toEqual({});
    },
  },
  /**
   * Jira Service Management ops, "Integration events": its example posts `message`, `alias` and `description` with "Authorization: GenieKey
   * {apiKey}". Its limits are those of Opsgenie, "Alerts and alert fields": a message "is limited to at most 130 characters", an alias "to at most
   * 512 characters"; "Update an alert's description": "limited to at most 15000 characters". Of `identifierType` JSDCLOUD-14179 says that it "can be
   * used, but is missing from the documentation"; later copies of the reference have it: "you can use the optional 'identifierType' query parameter".
   */
  jira: {
    authorization: 't0ken-of-the-preset',
    endPath: /^\/jsm\/ops\/integration\/v2\/alerts\/[0-9a-z]+\/close\?identifierType=alias$/,
    check: (body, isEnd) => {
      if (isEnd) return expect(body).toEqual({ source: 'statuswatch', note: expect.any(String) });
      const { message, alias, description, entity, priority, source, ...others } = body;
      isText(message, 130);
      expect(String(alias)).toMatch(KEY);
      isText(description, 15_000);
      isText(entity, 512);
      expect(priority).toMatch(/^P[1-5]$/);
      expect(source).toBe('statuswatch');
      return expect(others).toEqual({});
    },
  },
  /**
   * AWS DevOps Agent user guide, "Invoking DevOps Agent through Webhook", "Payload schema": eventType: 'incident'; incidentId: string; action:
   * 'created' | 'updated' | 'closed' | 'resolved'; priority: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "MINIMAL"; title: string; description?: string;
   * timestamp?: string; service?: string; data?: object. "Authorization: Bearer <your-token>". It names no limit of a text.
   */
  'devops-agent': {
    authorization: 'Bearer t0ken-of-the-preset',
    check: ({ action, priority, title, description, timestamp, data, incidentId, ...others }, isEnd) => {
      expect(['created', 'updated', 'resolved']).toContain(action);
      expect(action === 'resolved').toBe(isEnd);
      expect(['CRITICAL', 'MEDIUM', 'LOW']).toContain(priority);
      isText(title, 200);
      isText(description, 4_000);
      expect(incidentId).toMatch(KEY);
      expect(new Date(String(timestamp)).toISOString()).toBe(timestamp);
      expect(data).toMatchObject({ schema: expect.any(String) });
      expect(others).toEqual({ eventType: 'incident', service: expect.any(String) });
    },
  },
  /**
   * Mattermost developer documentation, "Incoming webhooks": "If the `text` is longer than the allowable character limit per post, the message is
   * split into multiple consecutive posts"; "posts up to 16383 characters are supported".
   */
  mattermost: {
    check: ({ text, ...others }) => {
      isText(text, 16_383);
      expect(others).toEqual({});
    },
  },
};

const TOKEN = 't0ken-of-the-preset';
const NAMES = Object.keys(PRESETS);

function receiverIn(name: string, options: Options): ReceiverConfig {
  const [receiver] = understood(readFileSync(`${FOLDER}/${name}.yaml`, 'utf8'), options).config.receivers;
  return receiver as ReceiverConfig;
}

const deployed = (name: string) => receiverIn(name, { deploying: true });

/** The receiver as a watch has it: its secret is a token, or its address. Each request goes to the server. */
function watched(name: string, server: RunningServer): ReceiverConfig {
  const isOpen = deployed(name).settings.url?.kind === 'literal';
  const variable = `STATUSWATCH_SECRET_STATUSWATCH_${name.toUpperCase().replace('-', '_')}`;
  const environment = { [variable]: isOpen ? TOKEN : 'https://hooks.internal/x' };
  const receiver = receiverIn(name, { environment, notifying: true });
  return JSON.parse(JSON.stringify(receiver).replace(/https:\/\/[^/"]+/g, server.url()));
}

it('are all in the folder, and each can be deployed', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml') && file !== 'statuswatch.yaml');
  expect(files.sort()).toEqual(NAMES.map((name) => `${name}.yaml`).sort());
  for (const name of NAMES) expect(deployed(name)).toMatchObject({ id: name, kind: 'webhook' });
});

it('the guide names each preset and each field, and its example is right', () => {
  const guide = readFileSync('docs/how-to/add-a-receiver.md', 'utf8');
  expect(NAMES.filter((name) => !guide.includes(`(../../${FOLDER}/${name}.yaml)`))).toEqual([]);
  expect(TEMPLATE_FIELDS.filter((field) => !guide.includes(`\`${field}\``))).toEqual([]);
  const [, example = ''] = /```yaml\n(webhook:\n.*?)```/s.exec(guide) ?? [];
  const { config } = understood(`alerts:\n  receivers:\n    - id: a\n${example.replace(/^/gm, '      ')}`);
  expect(config.receivers[0]?.template).toMatchObject({ on: { resolved: { method: 'PUT' } } });
});

describe.each(Object.entries(PRESETS))('%s', (name, { check, authorization, endPath }) => {
  it('is sent an alert, its end, a drill and a notice', async () => {
    const seen: { request: IncomingMessage; body: string }[] = [];
    const server = await using(
      startHttp((request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (piece: string) => {
          body += piece;
        });
        request.once('end', () => {
          seen.push({ request, body });
          response.end('{}');
        });
      }),
    );
    const options = { allowLoopback: true };
    const config = { receivers: [watched(name, server)], intervalMs: 60_000 };
    const [receiver] = openReceivers(config, async () => '', systemClock, options);
    const service = understood('name: shop').config.services[0];
    const drills = drillAlerts(service as never, { deployment: 'shop', links: {} as never }, Date.now());
    for (const alert of [alertOn('opened'), alertOn('resolved'), ...drills])
      await receiver?.send(notificationOf(alert));
    for (const event of ['opened', 'resolved'] as const) await receiver?.sendNotice?.({ ...REFUSED, event });
    expect(seen).toHaveLength(6);
    for (const [index, { request, body }] of seen.entries()) {
      const isEnd = index % 2 === 1;
      check(JSON.parse(body), isEnd);
      expect(request.method).toBe('POST');
      expect(request.headers['content-type']).toBe('application/json');
      expect(request.headers.authorization).toBe(authorization);
      if (isEnd && endPath) expect(request.url).toMatch(endPath);
    }
    const keys = seen.map(({ request }) => request.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(6);
    expect(
      seen
        .map(({ body }) => body)
        .slice(2, 4)
        .join(),
    ).toContain('DRILL');
  });

  it('keeps to the limits, and mentions nobody, whatever a service sends', () => {
    const { sendsAlertsAlone, requestOf, noticeOf } = receiverForm(deployed(name) as never);
    const settings = { url: 'https://hooks.internal/x' };
    // No webhook is sent acknowledgements.
    const notifications = hostileNotification(25).filter(({ alerts }) => alerts[0].event !== 'acknowledged');
    fc.assert(
      fc.property(notifications, (notification) => {
        const isEnd = notification.alerts[0].event === 'resolved';
        const each = sendsAlertsAlone ? notification.alerts.map(notificationOf) : [notification];
        for (const one of each) check(JSON.parse(requestOf(one, settings, 0).body), isEnd);
      }),
      { numRuns: runs(20) },
    );
    const hostile: ReceiverNotice = {
      ...REFUSED,
      message: `@everyone {{ key }} "}],\n<!channel> ${'x'.repeat(9_000)}`,
    };
    const body = noticeOf(hostile, settings, 0).body;
    check(JSON.parse(body), false);
    expect(body).not.toMatch(/@everyone|<!channel>/);
  });
});
