/** The examples in docs/reference/alerts.md are what the program writes. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../lambda/core/config/config';
import { mailText, SUBJECT_LIMIT, subjectOf } from '../../lambda/core/message/forms/mail';
import { documentOf } from '../../lambda/core/message/forms/notification-document';
import { attributesOf } from '../../lambda/core/message/forms/sns-message';
import { type Notification, notificationOf } from '../../lambda/core/message/notification';
import { ALERT_EVENTS, EVENTS } from '../../lambda/core/words/codes';
import { loadConfig } from '../../local/input/load-config';
import { PREVIEW_NAMES, SAMPLES, type Sample } from '../../local/sample/previews';
import { sampleNotifications } from '../../local/sample/sample-story';
import { exampleSections } from '../../scripts/example-sections';
import { subjectTable } from '../../scripts/subject-table';
import { alertOn, SERVICE } from '../support/core/alerts';

const ROOT = join(__dirname, '../..');
const CONFIG = join(ROOT, 'test/fixtures/alerts.yaml');
const PAGE = readFileSync(join(ROOT, 'docs/reference/alerts.md'), 'utf8');
const [, examples = ''] = /<!-- examples: [^\n]+ -->\n\n(.*)\n<!-- end of the examples -->\n/s.exec(PAGE) ?? [];

it('the examples are as "npm run alerts-page" would write them', async () => {
  expect(examples).toBe(await exampleSections(CONFIG));
});

const [, subjects = ''] = /<!-- subjects: [^\n]+ -->\n\n(.*)\n\n<!-- end of the subjects -->\n/s.exec(PAGE) ?? [];

it('the subjects are as "npm run alerts-page" would write them', async () => {
  expect(subjects).toBe(await subjectTable(CONFIG));
});

it('each subject fits, begins with its title, and has words instead of codes', () => {
  const all = Array.from(subjects.matchAll(/^\| [^|]+ \| `([^`]+)` \|$/gm), ([, subject = '']) => subject);
  expect(all.length).toBeGreaterThan(18);
  for (const subject of all) {
    expect(subject).toMatch(/^(\[DRILL\] )?\[[A-Z' ]+(, warning)?\] [\x20-\x7e]+$/);
    expect(subject.length).toBeLessThanOrEqual(SUBJECT_LIMIT);
    expect(subject).not.toMatch(/_|UNHEALTHY|UNREACHABLE|unhealthy|unreachable/);
  }
});

it('there is a preview of each event', () => {
  expect(PREVIEW_NAMES).toEqual(expect.arrayContaining([...EVENTS, 'opened-many', 'resolved-many', 'failing-again']));
});

describe('the page, or the schema of the events, names', () => {
  const schema = readFileSync(join(ROOT, 'docs/reference/events.schema.json'), 'utf8');
  const cells = new Set(Array.from(`${PAGE}${schema}`.matchAll(/`(\w+)`|"(\w+)"/g), ([, word, name]) => word ?? name));
  const namesOf = (value: unknown): string[] =>
    Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([key, part]) => [
      ...(/^\d+$/.test(key) ? [] : [key]),
      ...namesOf(part),
    ]);
  const silenced = { until: '2026-11-22T09:00:00.000Z', by: 'ana', reason: 'a move', planned: true, behind: 'gateway' };
  const neededBy = { services: 3, failing: 1, isWhole: true, named: ['other'] };
  const sent = ALERT_EVENTS.map((event) => notificationOf({ ...alertOn(event, { silenced }), neededBy }));
  const others = [alertOn('opened', { service: { ...SERVICE, id: 'other' } })];
  const several: Notification = { ...notificationOf(alertOn('opened')), alerts: [alertOn('opened'), ...others] };

  it('each event, also an acknowledgement', () => {
    expect(ALERT_EVENTS.filter((event) => !cells.has(event))).toEqual([]);
  });

  it.each([
    ['an alert', sent.map((each) => documentOf(each, 200))],
    ['several alerts', documentOf(several, 200)],
    ['its attributes', sent.map(attributesOf)],
  ])('each field of %s', (_, documents) => {
    expect(namesOf(documents).filter((name) => !cells.has(name))).toEqual([]);
  });
});

describe('the first forty characters of a subject name the state and the service', () => {
  const FORTY: Readonly<Record<Sample, RegExp>> = {
    opened: /^\[DOWN\] payment-service: connection r/,
    'opened-many': /^\[DOWN\] 5 of 6 services: checkout-serv/,
    updated: /^\[CHANGED\] payment-service: HTTP 503, was$/,
    reminder: /^\[STILL DOWN\] payment-service: HTTP 503, $/,
    resolved: /^\[RESOLVED\] payment-service: down for /,
    'resolved-many': /^\[RESOLVED\] 5 services\. Still down: pay/,
    degraded: /^\[DEGRADED, warning\] payment-service: /,
    budget: /^\[BUDGET\] payment-service: response ti/,
    'failing-again': /^\[DOWN AGAIN\] payment-service: HTTP 503, $/,
  };

  it.each(Object.keys(SAMPLES) as Sample[])('%s', async (sample) => {
    const config = loadConfig(CONFIG, 'none');
    const [service] = config.services;
    if (!service) throw new Error('the config has services');
    const notifications = await sampleNotifications(sample, service, config);
    expect(notifications.map((one) => subjectOf(one).slice(0, 40))).toEqual([expect.stringMatching(FORTY[sample])]);
  });
});

it('every mail has its lines in the same order', async () => {
  const config = loadConfig(CONFIG, 'none');
  const sampled = (Object.keys(SAMPLES) as Sample[]).map((name) =>
    sampleNotifications(name, config.services[0] as Service, config),
  );
  const mails = (await Promise.all(sampled)).flat().map(mailText);
  const starts = [
    'Services:',
    'Since |Down from |Lasted:',
    'Last healthy at |Again:|Cause:|Was:',
    'Fixed with:|Now:',
    'In common:',
    'Acknowledged by ',
    'Changed before:',
    'Clues:',
    'Check first:',
    'Runbook:',
    'Acknowledge or silence:$|Acknowledge all \\d+ or silence:$|Incident:$',
    'shop · ',
    'shop/',
  ];
  for (const mail of mails) {
    const places = mail
      .split('\n')
      .map((line) => starts.findIndex((start) => new RegExp(`^(${start})`).test(line)))
      .filter((place) => place >= 0);
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(mail).toMatch(/^(Since|Down from) /m);
    // Nothing is in columns: most mail programs show plain text in a proportional font.
    expect(mail).not.toMatch(/ {2}/);
    const before = mail.slice(0, mail.indexOf('https://status.example/')).split('\n');
    expect(before.filter((line) => line !== '').length).toBeLessThanOrEqual(12);
  }
});
