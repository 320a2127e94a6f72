/** The webhook: the documents for programs, small enough for any receiver, and with an id that stays. */

import type { Alert } from '../../../lambda/core/message/alert';
import { documentOf } from '../../../lambda/core/message/forms/notification-document';
import { notificationOf } from '../../../lambda/core/message/notification';
import { webhook } from '../../../lambda/receivers/webhook/form';
import { alertOn, SERVICE } from '../../support/core/alerts';
import { notificationOfAll } from '../../support/core/receiver-requests';

const URL = 'https://hooks.internal/statuswatch';
const many = (count: number, text = 'no disk') =>
  notificationOfAll(
    Array.from({ length: count }, (_, index) => {
      const id = `service-${index}`;
      return {
        ...alertOn('opened', { service: { ...SERVICE, id, statusUrl: `https://${id}.internal/` } }),
        message: text,
      };
    }),
  );

it('has the document of one alert, or of several, as programs get it of the topic', () => {
  for (const notification of [notificationOf(alertOn('updated')), many(3)]) {
    const { url, headers, body } = webhook.requestOf(notification, { url: URL }, 0);
    expect({ url, headers }).toEqual({ url: URL, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(documentOf(notification, 200))));
  }
});

it('is signed only with a secret, by the same id at each try and another for each notification', () => {
  const one = many(2);
  const other = many(3);
  const idOf = (notification: typeof one) =>
    webhook.requestOf(notification, { url: URL, secret: 'whsec_x' }, 0).signature?.id;
  expect(webhook.requestOf(one, { url: URL }, 0).signature).toBeUndefined();
  expect(webhook.requestOf(one, { url: URL, secret: 'whsec_x' }, 0).signature?.secret).toBe('whsec_x');
  expect(idOf(one)).toBe(idOf(many(2)));
  expect(idOf(one)).not.toBe(idOf(other));
});

describe('under 20 kB', () => {
  it('cuts the texts of services, and does not fit if that is not enough', () => {
    const text = 'é'.repeat(200);
    const { body } = webhook.requestOf(many(20, text), { url: URL }, 0);
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    expect(JSON.parse(body).alerts).toHaveLength(20);
    expect(webhook.fits?.(many(20, text))).toBe(true);
    expect(webhook.fits?.(many(200))).toBe(false);
  });

  it('leaves the texts out of a single alert that has too many', () => {
    const alert: Alert = { ...alertOn('opened'), message: '😀'.repeat(10_000) };
    const { message, id } = JSON.parse(webhook.requestOf(notificationOf(alert), { url: URL }, 0).body);
    expect({ message, id }).toEqual({ message: 'name not resolved', id: alert.id });
  });
});
