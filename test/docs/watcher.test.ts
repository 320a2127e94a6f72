/** docs/how-to/who-watches-the-watcher.md names each alarm about the checker, and its config works. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretVariable } from '../../lambda/core/config/secrets';
import { CHECKER_ALARM_TITLES } from '../../lambda/core/message/forms/alarm-text';
import { understood } from '../support/core/parsed';

const guide = readFileSync(join(__dirname, '../../docs/how-to/who-watches-the-watcher.md'), 'utf8');

it('names each alarm about the checker', () => {
  expect(Object.values(CHECKER_ALARM_TITLES).filter((title) => !guide.includes(`"${title}"`))).toEqual([]);
});

it('its pulse is valid, with the secret that it creates and the environment variable for a laptop', () => {
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
  const [pulse] = understood(yaml, { probing: 'none' }).config.pulses;
  expect(pulse).toMatchObject({ failPath: true, url: { kind: 'secret' } });
  if (pulse?.url.kind !== 'secret') throw new Error('no secret');
  expect(guide).toContain(`create-secret --name ${pulse.url.secret} `);
  expect(guide).toContain(`\`${secretVariable(pulse.url)}\``);
});

// healthchecks.io/docs/signaling_failures: "append either /fail or /{exit-status} to your normal ping URL". Better Stack, "Cron and heartbeat
// monitor": "You can explicitly report a failure by appending /fail to the heartbeat URL". Uptime Kuma, server/routers/api-router.js:
// `router.all("/api/push/:pushToken"`, `let statusString = request.query.status || "up"`: nothing may follow the token.
it.each([
  ['healthchecks.io', true],
  ['Better Stack', true],
  ['Uptime Kuma', false],
])('for %s failPath is %s', (name, failPath) => {
  const row = guide.split('\n').find((line) => line.startsWith('| ') && line.includes(name)) ?? '';
  expect(row.split('|')[3]?.trim()).toMatch(new RegExp(`^\`${failPath}\`:`));
});
