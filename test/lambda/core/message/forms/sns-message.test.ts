/** A message to SNS: attributes that keep filters true, and a size that SNS takes. */

import fc from 'fast-check';
import type { Alert } from '../../../../../lambda/core/message/alert';
import {
  attributesOf,
  fits,
  MESSAGE_LIMIT_BYTES,
  snsMessageOf,
} from '../../../../../lambda/core/message/forms/sns-message';
import { type Notification, notificationOf } from '../../../../../lambda/core/message/notification';
import { alertOn, CONTEXT, hostileAlert, SERVICE } from '../../../../support/core/alerts';
import { runs } from '../../../../support/jest/lane';

describe('the attributes for filters', () => {
  it('are these', () => {
    expect(attributesOf(notificationOf(alertOn('opened')))).toEqual({
      schema: 'statuswatch.alert/1',
      event: 'opened',
      service: ['user-service'],
      verdict: 'unreachable',
      severity: 'critical',
      environment: 'production',
    });
  });

  it.each([null, '', ' ', '\n', '\u0000'])('say unknown for the environment %j', (environment) => {
    const service = { ...SERVICE, environment };
    expect(attributesOf(notificationOf(alertOn('opened', { ...CONTEXT, service }))).environment).toBe('unknown');
  });

  it('are never empty, nor anything but printable, whatever a service sends', () => {
    fc.assert(
      fc.property(hostileAlert, (alert) => {
        expect(attributesOf(notificationOf(alert)).environment).toMatch(/^\P{C}{1,200}$/u);
      }),
    );
  });
});

const groupOf = (alerts: readonly Alert[]): Notification => ({
  alerts: alerts as unknown as Notification['alerts'],
  threadId: alerts[0]?.incidentId ?? '',
  watched: alerts.length,
  alsoFailing: [],
  down: null,
});

describe('the message of many', () => {
  // The longest text that a verdict has, of the characters that take most room: in JSON within JSON, `"` takes four bytes.
  const HARM = ['"', '\\', '😀', 'é'].map((sign) => sign.repeat(200));
  const hostile = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const id = `service-of-the-shop-${index}`;
      const statusUrl = `https://${id}.internal/status`;
      const text = HARM[index % HARM.length] ?? '';
      const alert = alertOn('updated', { service: { ...SERVICE, id, statusUrl, environment: HARM[0] ?? '' } }, text);
      return { ...alert, message: text, previous: { verdict: 'error', reason: 'http_500', message: text } } as Alert;
    });

  it('fits with 200 services and hostile texts: their texts are cut', () => {
    const group = groupOf(hostile(200));
    expect(fits(group)).toBe(true);
    const { message, subject } = snsMessageOf(group);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(MESSAGE_LIMIT_BYTES);
    expect(subject).toMatch(/^\[CHANGED\] 200 of 200 services: service-of-the-shop-0, /);
    const { default: document, email, https } = JSON.parse(message);
    expect(JSON.parse(document).alerts).toHaveLength(200);
    expect(email.split('\n').length).toBeLessThan(40);
    expect(JSON.parse(https).content.description.length).toBeLessThanOrEqual(8_000);
  });

  it('does not fit with a thousand, so that it has to be split', () => {
    expect(fits(groupOf(hostile(1_000)))).toBe(false);
  });

  it('gives back each alert as it is when it is put together, but for its timings and its summary', () => {
    const ids = ['a', 'b', 'c'];
    const alerts = ids.map((id) => alertOn('opened', { service: { ...SERVICE, id } }));
    const { shared, alerts: own } = JSON.parse(JSON.parse(snsMessageOf(groupOf(alerts)).message).default);
    const whole = alerts.map(({ timings, summary, ...alert }) => alert);
    expect(own.map((one: object) => ({ ...shared, ...one }))).toEqual(whole);
    expect(shared).toMatchObject({ schema: 'statuswatch.alert/1', event: 'opened', severity: 'critical' });
    expect(Object.keys(own[0])).not.toContain('severity');
  });

  it('has a list of all its services, and the schema of a notification', () => {
    const alerts = ['a', 'b', 'c'].map((id) => alertOn('opened', { service: { ...SERVICE, id } }));
    expect(attributesOf(groupOf(alerts))).toMatchObject({
      schema: 'statuswatch.notification/1',
      service: ['a', 'b', 'c'],
      severity: 'critical',
    });
  });

  /**
   * Amazon SNS developer guide, "String value matching": "Exact matching occurs when a policy property value matches one or
   * more message attribute values. For String.Array type attributes, each element in the array is treated as a separate string
   * for matching purposes."
   */
  it('has all its verdicts, so that no filter by one of them loses an alert', () => {
    const alerts = ['unreachable', 'error', 'unreachable'].map(
      (verdict) => ({ ...alertOn('opened'), verdict }) as Alert,
    );
    expect(attributesOf(groupOf(alerts)).verdict).toEqual(['unreachable', 'error']);
    expect(attributesOf(groupOf(alerts.slice(2))).verdict).toBe('unreachable');
  });

  /**
   * Amazon SNS, "Publish": "With the exception of SMS, messages must be UTF-8 encoded strings and at most 256 KB in size
   * (262,144 bytes, not 262,144 characters)"; "MessageAttributeValue": "All parts of the message attribute, including name,
   * type, and value, are included in the message size restriction, which is currently 256 KB (262,144 bytes)."
   */
  it('counts its attributes, with their types, as a part of its size', () => {
    const sizeOf = (count: number) => {
      const { subject, message, attributes } = snsMessageOf(groupOf(hostile(count)));
      const listed = Object.entries(attributes).map(([name, value]) =>
        typeof value === 'string' ? `${name}String${value}` : `${name}String.Array${JSON.stringify(value)}`,
      );
      return [Buffer.byteLength(message), Buffer.byteLength([subject, message, ...listed].join(''))] as const;
    };
    const most = hostile(1_000);
    let fitting = 200;
    let tooMany = 1_000;
    while (tooMany - fitting > 1) {
      const middle = Math.floor((fitting + tooMany) / 2);
      if (fits(groupOf(most.slice(0, middle)))) fitting = middle;
      else tooMany = middle;
    }
    const [bare, whole] = sizeOf(fitting);
    expect(bare).toBeLessThan(whole);
    expect(whole).toBeLessThanOrEqual(MESSAGE_LIMIT_BYTES);
    expect(sizeOf(tooMany)[1]).toBeGreaterThan(MESSAGE_LIMIT_BYTES - 1_000);
  });

  /**
   * Amazon SNS, "Publish", `MessageStructure`: the message must "contain at least a top-level JSON key of "default" with a
   * value that is a string"; of other keys that name a protocol, "the corresponding value (if it is a string) will be used
   * for the message published for that protocol".
   */
  it('has a text for mail and for the chat, and a document for all other protocols', () => {
    const texts = JSON.parse(snsMessageOf(groupOf(hostile(3))).message);
    expect(Object.keys(texts).sort()).toEqual(['default', 'email', 'https']);
    expect(Object.values(texts).map((text) => typeof text)).toEqual(['string', 'string', 'string']);
  });

  it('is never without a subject of ASCII, whatever its services say', () => {
    fc.assert(
      fc.property(fc.array(hostileAlert, { minLength: 2, maxLength: 5 }), (alerts) => {
        expect(snsMessageOf(groupOf(alerts)).subject).toMatch(/^\[[\x20-\x7e]{1,98}$/);
      }),
      { numRuns: runs(17) },
    );
  });
});
