/** A notification of several alerts: what they have in common comes first, then each of them, the worst first. */

import fc from 'fast-check';
import type { Alert } from '../../../../../lambda/core/message/alert';
import { chatCard } from '../../../../../lambda/core/message/forms/chat-card';
import { mailText, subjectOf } from '../../../../../lambda/core/message/forms/mail';
import type { Notification } from '../../../../../lambda/core/message/notification';
import type { EventKind } from '../../../../../lambda/core/words/codes';
import { SERVICE_ID } from '../../../../../lambda/core/words/ids';
import { alertOn, DANGEROUS, hostileAlert, hostileText, SERVICE } from '../../../../support/core/alerts';
import { runs } from '../../../../support/jest/lane';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** Alerts of services at hosts of their own; `change` makes each of them what it is. */
function groupOf(
  event: EventKind,
  change: (index: number) => Partial<Alert> = () => ({}),
  rest: Partial<Notification> = {},
  names = NAMES,
): Notification {
  const alerts = names.map((id, index) => {
    const service = { ...SERVICE, id, statusUrl: `https://${id}.internal/status` };
    return { ...alertOn(event, { service }), ...change(index) };
  });
  const threadId = alerts[0]?.incidentId ?? '';
  return {
    alerts: alerts as unknown as Notification['alerts'],
    threadId,
    watched: 6,
    alsoFailing: [],
    down: 6,
    ...rest,
  };
}

describe('the subject', () => {
  it('makes room for the cause where names are long', () => {
    const long = (length: number) => NAMES.map((id) => id.repeat(length));
    const of = (event: EventKind, length: number, rest: Partial<Notification>) =>
      subjectOf(groupOf(event, () => ({}), rest, long(length)));
    const start = '[DOWN] 5 of 6 services';
    const cause = 'name not resolved';
    expect(of('opened', 14, {})).toBe(`${start}: ${long(14).slice(0, 3).join(', ')}, 2 more; ${cause}`);
    expect(of('opened', 40, {})).toBe(`${start}: ${'a'.repeat(40)}, 4 more; ${cause}`);
    expect(of('opened', 63, { serviceGroup: 'payments' })).toBe(`${start}, all in payments: ${cause}`);
    expect(of('opened', 63, {})).toBe(`[DOWN] 5 of 6 services: ${'a'.repeat(63)}, 4 more`);
    expect(of('resolved', 63, {})).toBe(`[RESOLVED] 5 services: ${'a'.repeat(63)}, 4 more`);
  });

  it.each([2, 3, 14, 200])('is one that SNS takes, of %d services, whatever they are called', (count) => {
    const events: readonly EventKind[] = ['opened', 'updated', 'reminder', 'resolved'];
    fc.assert(
      fc.property(
        fc.array(hostileText, { minLength: count, maxLength: count }),
        fc.constantFrom(...events),
        fc.record({ drill: fc.boolean(), reason: hostileText, serviceGroup: hostileText }),
        fc.array(hostileText, { maxLength: 5 }),
        (names, event, { serviceGroup, ...own }, alsoFailing) => {
          const group = groupOf(event, () => own, { serviceGroup, alsoFailing }, names);
          expect(subjectOf(group)).toMatch(/^\[[\x20-\x7e]{1,98}$/);
        },
      ),
      { numRuns: runs(20) },
    );
  });
});

describe('the e-mail', () => {
  it('has no more clues than one alert', () => {
    const clues = (index: number) => ({
      clues: [1, 2, 3].map((number) => ({ code: 'restarted', at: null, message: `clue ${number} of ${index}` })),
    });
    expect(mailText(groupOf('opened', clues)).match(/clue \d/g)).toHaveLength(4);
  });

  it('lists twenty, and says how many more there are; so does the card', () => {
    const names = Array.from({ length: 45 }, (_, index) => `s${index}`);
    const group = groupOf('opened', () => ({}), {}, names);
    for (const text of [mailText(group), chatCard(group).content.description]) {
      expect(text).toMatch(/ s0, s1, .* s19, 25 more$/m);
    }
  });
});

it('is no more hostile than one alert, whatever the services send', () => {
  const quiet = { dashboard: null, logs: null, runbook: null };
  fc.assert(
    fc.property(
      fc.array(hostileAlert, { minLength: 2, maxLength: 5 }),
      // What may stand in a config means no harm.
      fc.array(
        hostileText.filter((id) => !SERVICE_ID.test(id)),
        { maxLength: 5 },
      ),
      (alerts, alsoFailing) => {
        const own = alerts.map((alert) => ({
          ...alert,
          event: alerts[0]?.event,
          id: 'ID',
          service: { ...alert.service, url: '' },
          links: quiet,
          page: null,
        }));
        const many = { alerts: own as unknown as Notification['alerts'], threadId: '', watched: 9 };
        const group = { ...many, alsoFailing, down: 9 };
        const { content, metadata } = chatCard(group);
        for (const text of [
          mailText(group),
          content.title,
          content.description,
          metadata.summary,
          ...content.nextSteps,
        ]) {
          expect(text).not.toMatch(DANGEROUS);
          expect(text).not.toMatch(/[^\P{C}\n]/u);
        }
        expect(content.title.length).toBeLessThanOrEqual(250);
        expect(content.description.length).toBeLessThanOrEqual(8_000);
        expect(mailText(group).length).toBeLessThan(10_000);
      },
    ),
    { numRuns: runs(34) },
  );
});
