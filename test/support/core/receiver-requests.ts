/** Notifications that mean harm, and what the formats of the services that are sent them allow. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import fc from 'fast-check';
import type { Alert } from '../../../lambda/core/message/alert';
import type { Notification } from '../../../lambda/core/message/notification';
import { SEVERITIES } from '../../../lambda/core/words/codes';
import type { PostedKind } from '../../../lambda/receivers/kinds';
import { alertOn, hostileAlert, hostileText } from './alerts';

const LONG_ADDRESS = `https://wiki.internal/${'a/'.repeat(900)}`;
const ADDRESSES = [null, 'https://wiki.internal/user?a=1&b=<2>|3', LONG_ADDRESS, 'docs/reference/runbook.md'] as const;
/** The longest text that a service's field may have once it is read, of characters that take most room. */
const LONG_TEXTS = ['"', '\\', '😀', 'é', '&', '@', '_a_ '].map((sign) => sign.repeat(200).slice(0, 200));

/** An alert whose id is one that a config may hold, with severities and links of all kinds. */
const alert: fc.Arbitrary<Alert> = fc
  .record({
    base: hostileAlert,
    id: fc.constantFrom('a', 'api.users', 'x'.repeat(63)),
    deployment: fc.constantFrom('shop', 'd'.repeat(300)),
    severity: fc.constantFrom(...SEVERITIES),
    runbook: fc.constantFrom(...ADDRESSES),
    dashboard: fc.constantFrom(...ADDRESSES),
    text: fc.option(fc.constantFrom(...LONG_TEXTS)),
  })
  .map(({ base, id, deployment, severity, runbook, dashboard, text }) => {
    const { event } = base;
    const own = alertOn(event);
    const incidentId = `${deployment}/${id}/20260301T120200.000Z-1`;
    const long = text !== null && {
      message: text,
      conditions: Array(10).fill({ ...base.conditions[0], message: text }),
    };
    return {
      ...base,
      ...long,
      id: `${incidentId}/${event}`,
      incidentId,
      deployment,
      severity,
      service: { id, url: own.service.url, environment: base.service.environment?.slice(0, 200) ?? null },
      links: { runbook, dashboard, logs: LONG_ADDRESS },
    };
  });

/** A notification of at most so many alerts. */
export function hostileNotification(most: number): fc.Arbitrary<Notification> {
  return fc
    .record({
      alerts: fc.array(alert, { minLength: 1, maxLength: most }),
      serviceGroup: hostileText,
      alsoFailing: fc.constantFrom([], ['ledger'], Array(30).fill('x'.repeat(63))),
    })
    .map(({ alerts: all, serviceGroup, alsoFailing }) => {
      const alerts = all.map((one) => ({ ...one, event: all[0]?.event })) as unknown as Notification['alerts'];
      return { alerts, threadId: alerts[0].incidentId, watched: 40, alsoFailing, down: null, serviceGroup };
    });
}

/** A notification of these alerts, and of nothing else. */
export function notificationOfAll(alerts: readonly Alert[]): Notification {
  const threadId = alerts[0]?.incidentId ?? '';
  return {
    alerts: alerts as unknown as Notification['alerts'],
    threadId,
    watched: alerts.length,
    alsoFailing: [],
    down: null,
  };
}

const FOLDER = join(__dirname, '../../lambda/receivers');
const ajv = new Ajv2020({ keywords: ['maxBytes'] });
const schemas = new Map<PostedKind, ValidateFunction>();

/** Returns what is wrong with a request's body by the schema of its kind, and by the size that it names; `null` if nothing is. */
export function faultIn(body: string, kind: PostedKind): string | null {
  const validate =
    schemas.get(kind) ?? ajv.compile(JSON.parse(readFileSync(join(FOLDER, `${kind}.schema.json`), 'utf8')));
  schemas.set(kind, validate);
  if (!validate(JSON.parse(body))) return JSON.stringify(validate.errors);
  const { maxBytes } = validate.schema as { readonly maxBytes: number };
  return Buffer.byteLength(body) <= maxBytes ? null : `more than ${maxBytes} bytes`;
}
