/** Tests that nothing is published except what is meant for the public: everything else in config, answers and texts is marked. */

import fc from 'fast-check';
import { formatFault } from '../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../lambda/core/config/parse/parse-config';
import { answer, failure, NOW } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';
import { publicWorld } from '../public-world';

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
  minDuration: 0ms
  services:
    - { id: ${MARK}-a, name: Checkout, under: Shop }
    - { group: ${MARK}-group, name: Payments }
services:
  - { id: ${MARK}-a, baseUrl: "https://${MARK}-a.internal/${MARK}", severity: info, needs: [${MARK}-private], runbook: "https://${MARK}.internal", expectService: ${MARK} }
  - { id: ${MARK}-b, baseUrl: "https://${MARK}-b.internal", group: ${MARK}-group }
  - { id: ${MARK}-c, baseUrl: "https://${MARK}-c.internal", group: ${MARK}-group }
  - { id: ${MARK}-private, baseUrl: "https://${MARK}-d.internal" }
`;
const parsed = parseConfig({ file: 'a', text: TEXT, environment: {}, readCa: () => '', probing: 'all' });
if (!parsed.ok) throw new Error(parsed.faults.map(formatFault).join('\n'));
const { config } = parsed;

const body = {
  status: 'healthy',
  service: MARK,
  timestamp: `${MARK}`,
  environment: `${MARK}-other`,
  version: `1.${MARK}`,
  uptime: NUMBER,
  memory: { used: NUMBER, total: NUMBER + 1 },
  [`${MARK}Field`]: MARK,
  error: MARK,
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

it('no marked byte is ever published', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(ANSWERS.length - 1), { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 25 }),
      fc.integer({ min: 1, max: 7 }),
      async (rounds, step) => {
        const world = publicWorld(config);
        world.silences.push({
          id: `${MARK}1`,
          kind: 'ack',
          services: null,
          from: 0,
          until: Number.MAX_SAFE_INTEGER,
          untilWell: true,
          reason: `${MARK} reason`,
          by: `${MARK} person`,
          planned: false,
        });
        const announced = { id: `${MARK}announcement`, title: 'Work', text: 'Slow.', at: NOW, from: NOW, until: null };
        world.posts.push(
          { kind: 'announcement', ...announced, services: [`${MARK}-a`] },
          {
            kind: 'update',
            id: `${MARK}progress`,
            service: null,
            incident: announced.id,
            status: null,
            text: 'Yes.',
            at: NOW,
          },
        );
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
              kind: 'update',
              service,
              incident: incident.id,
              status: null,
              text: 'We are on it.',
              at: incident.openedAt,
            });
          }
          const [service, hidden] = incidents.at(-1) ?? [];
          if (service !== undefined && hidden !== undefined && round % 5 === 4) {
            world.posts.push({ kind: 'hidden', id: `${MARK}hidden`, service, incident: hidden.id, at: NOW });
          }
          const all = [...world.files].flatMap(([path, { text, type }]) => [path, text, type]).join('\n');
          expect(all.toLowerCase()).not.toContain(MARK);
          expect(all).not.toContain(String(NUMBER));
          for (const [, incident] of incidents) expect(all).not.toContain(incident.id);
          for (const reason of ['http_503', 'connection_refused', 'memory', '.internal', 'tls_'])
            expect(all).not.toContain(reason);
          for (const { status } of world.json('api/v2/summary.json').components as { status: string }[])
            seen.add(status);
        }
      },
    ),
    { numRuns: runs(12, 300) },
  );
  // The worlds were not all quiet.
  expect([...seen]).toEqual(expect.arrayContaining(['operational', 'major_outage', 'under_maintenance']));
});

/** The same page, of services with other ids, groups and addresses. */
function renamed(service: (one: number) => string, group: string) {
  const text = `
retry: { attempts: 1 }
statusPage:
  title: Company status
  minDuration: 0ms
  services: [{ id: ${service(1)}, name: Checkout }, { group: ${group}, name: Payments }]
services:
  - { id: ${service(1)}, baseUrl: "https://${service(1)}.internal" }
  - { id: ${service(2)}, baseUrl: "https://${service(2)}.internal", group: ${group} }
  - { id: ${service(3)}, baseUrl: "https://${service(3)}.internal", group: ${group} }
`;
  const read = parseConfig({ file: 'a', text, environment: {}, readCa: () => '', probing: 'all' });
  if (!read.ok) throw new Error(read.faults.map(formatFault).join('\n'));
  return read.config;
}

/** What is published after these runs: which services fail in each, by their places. After the first run of each incident somebody writes. */
async function publishedOf(
  ownConfig: ReturnType<typeof renamed>,
  failingAt: readonly (readonly number[])[],
  post: string,
) {
  const world = publicWorld(ownConfig);
  const published: (readonly [minute: number, path: string, text: string])[] = [];
  for (const [minute, places] of failingAt.entries()) {
    const failing = places.map((place) => ownConfig.services[place]?.id);
    await world.run(minute, (id) => answer(failing.includes(id) ? 503 : 200, { status: 'healthy', service: id }));
    for (const [service, { state }] of world.states()) {
      for (const { id, openedAt } of state.incidents) {
        if (world.posts.some((one) => one.kind === 'update' && one.service === service && one.incident === id))
          continue;
        const text = 'We are looking into it.';
        world.posts.push({
          id: `${post}${world.posts.length}`,
          kind: 'update',
          service,
          incident: id,
          status: null,
          text,
          at: openedAt,
        });
      }
    }
    for (const [path, { text }] of world.files) published.push([minute, path, text]);
  }
  return { world, published };
}

it('no published byte depends on the ids of services, groups and posts, so nobody can guess them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.subarray([0, 1, 2]), { minLength: 3, maxLength: 12 }), async (failingAt) => {
      const one = await publishedOf(
        renamed((place) => `service-${place}`, 'payments'),
        failingAt,
        'post',
      );
      const other = await publishedOf(
        renamed((place) => `other-${9 - place}`, 'money'),
        failingAt,
        'written',
      );
      const differing = one.published.filter(([, , text], index) => other.published[index]?.[2] !== text);
      expect(differing.map(([minute, path]) => [minute, path])).toEqual([]);
      expect(other.published.length).toBe(one.published.length);
    }),
    { numRuns: runs(8, 200) },
  );
});

it('the id of an incident stays when one of several services recovers, and each text has its own', async () => {
  const config = renamed((place) => `service-${place}`, 'payments');
  const down = [[], [1, 2], [1, 2]];
  const { world } = await publishedOf(config, down, 'post');
  const [before, ...others] = world.facts().incidents;
  expect(others).toEqual([]);
  const { world: later } = await publishedOf(config, [...down, ...Array.from({ length: 10 }, () => [2])], 'post');
  const [after] = later.facts().incidents;
  expect(after).toMatchObject({ id: before?.id, resolvedAt: null });
  const updates = after?.updates.map(({ id }) => id) ?? [];
  expect(updates.length).toBeGreaterThan(2);
  expect(new Set(updates).size).toBe(updates.length);
});
