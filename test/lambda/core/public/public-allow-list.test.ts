/** Nothing but what is meant for the public is in any byte that is published: all else of config, answers and people is marked. */

import fc from 'fast-check';
import { formatFault } from '../../../../lambda/core/parse-config/fault';
import { parseConfig } from '../../../../lambda/core/parse-config/parse-config';
import { answer, failure } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';
import { publicWorld } from '../../../support/view/public-world';

/** No word of ours, and of the public's, has it. */
const MARK = 'zqx';
const NUMBER = 736_451;

const TEXT = `
name: ${MARK}-deployment
environment: ${MARK}
origin: https://${MARK}-origin.internal
headers: { Authorization: Bearer ${MARK}, X-${MARK}: "${MARK}" }
runbook: https://${MARK}.internal/runbook
retry: { attempts: 1 }
objective: { availability: 99.9% }
slow: ${NUMBER % 1_000}ms
alerts:
  subscriptions: [{ email: ${MARK}@${MARK}.internal }]
  receivers: [{ id: ${MARK}, webhook: { url: "https://${MARK}.internal/hook" } }]
maintenance:
  - { name: ${MARK} upgrade, services: [${MARK}-b, ${MARK}-c], from: "2026-03-01T12:20Z", to: "2026-03-01T12:40Z" }
statusPage:
  title: Company status
  services:
    - { id: ${MARK}-a, name: Checkout, under: Shop }
    - { group: ${MARK}-group, name: Payments }
services:
  - { id: ${MARK}-a, baseUrl: "https://${MARK}-a.internal/${MARK}", severity: info, runbook: "https://${MARK}.internal", expectService: ${MARK} }
  - { id: ${MARK}-b, baseUrl: "https://${MARK}-b.internal", group: ${MARK}-group }
  - { id: ${MARK}-c, baseUrl: "https://${MARK}-c.internal", group: ${MARK}-group }
  - { id: ${MARK}-private, baseUrl: "https://${MARK}-d.internal" }
`;
const parsed = parseConfig({ file: 'a', text: TEXT, environment: {}, readCa: () => '', probing: 'all' });
if (!parsed.ok) throw new Error(parsed.faults.map(formatFault).join('\n'));
const { config } = parsed;

const body = {
  ...{ status: 'healthy', service: MARK, timestamp: `${MARK}`, environment: `${MARK}-other`, version: `1.${MARK}` },
  ...{ uptime: NUMBER, memory: { used: NUMBER, total: NUMBER + 1 }, [`${MARK}Field`]: MARK, error: MARK },
};
const timings = {
  dnsMs: 1,
  connectMs: 2,
  tlsMs: 3,
  firstByteMs: NUMBER % 10_000,
  downloadMs: 4,
  totalMs: NUMBER % 10_000,
};
const marked = { timings, remoteAddress: `${MARK}.1`, certificateExpiresAt: null, certificateName: MARK };
const ANSWERS = [
  { ...answer(200, body), ...marked },
  { ...answer(200, { ...body, version: `2.${MARK}`, uptime: 1 }), ...marked },
  { ...answer(503, { error: `${MARK} is out of memory`, service: MARK }), ...marked },
  { ...answer(500, MARK), ...marked },
  { ...answer(404, `<${MARK}>`), ...marked },
  failure('connection_refused', { detail: `ECONNREFUSED ${MARK}`, errorCode: `E${MARK.toUpperCase()}`, ...marked }),
  failure('tls_certificate_host', { detail: MARK, ...marked }),
];

it('publishes no marked byte, whatever happens', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(ANSWERS.length - 1), { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 25 }),
      fc.integer({ min: 1, max: 7 }),
      async (rounds, step) => {
        const world = publicWorld(config);
        world.silences.push({
          ...{ id: `${MARK}1`, kind: 'ack', services: null, from: 0, until: Number.MAX_SAFE_INTEGER, untilWell: true },
          ...{ reason: `${MARK} reason`, by: `${MARK} person`, planned: false },
        });
        for (const [round, chosen] of rounds.entries()) {
          const found = (id: string) =>
            ANSWERS[chosen[config.services.findIndex((one) => one.id === id)] ?? 0] ?? ANSWERS[0];
          await world.run(round * step, (id) => found(id) ?? answer(200, body));
          const incidents = [...world.states()].flatMap(([id, { state }]) =>
            state.incidents.map((one) => [id, one] as const),
          );
          for (const [service, incident] of incidents.slice(0, 1)) {
            world.posts.push({
              id: `${MARK}post`,
              service,
              incident: incident.id,
              status: null,
              text: 'We are on it.',
              at: incident.openedAt,
            });
          }
          const all = [...world.files].flatMap(([path, { text, type }]) => [path, text, type]).join('\n');
          expect(all.toLowerCase()).not.toContain(MARK);
          expect(all).not.toContain(String(NUMBER));
          for (const [, incident] of incidents) expect(all).not.toContain(incident.id);
          for (const reason of ['http_503', 'connection_refused', 'memory', '.internal', 'tls_'])
            expect(all).not.toContain(reason);
          for (const { status } of world.json('api/v2/components.json').components as { status: string }[])
            seen.add(status);
        }
      },
    ),
    { numRuns: runs(30) },
  );
  // The worlds were not all quiet.
  expect([...seen]).toEqual(expect.arrayContaining(['operational', 'major_outage', 'under_maintenance']));
});
