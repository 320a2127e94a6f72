/** Tests of the story of an incident as Markdown: its sections, and that texts of services stay plain text. */

import fc from 'fast-check';
import type { IncidentDocument } from '../../../../lambda/core/documents/incident-document';
import { leftService } from '../../../../lambda/core/documents/service-document';
import { markdownText } from '../../../../lambda/core/documents/words/markdown-text';
import { withoutAddresses } from '../../../../lambda/core/documents/words/without-addresses';
import { type PastedStory, storyMarkdown } from '../../../../lambda/view/incidents/story-markdown';
import { storyOf } from '../../../../local/story/story';
import { DANGEROUS, hostileText } from '../../../support/core/alerts';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { memoryHistory } from '../../../support/core/histories';
import { NOW } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';

async function storyOfShop(since: number | null = null): Promise<PastedStory> {
  const known = await knownOf({ shop: [...often('well', 3), ...often('503', 12), ...often('well', 5)] });
  const state = known.services[0]?.state;
  if (!state) throw new Error('it was never checked');
  const story = await storyOf({
    service: { service: leftService('shop', state).service, state },
    services: [],
    isConfigured: true,
    isDeployed: true,
    wanted: null,
    since,
    intervalMs: 60_000,
    now: NOW,
    history: memoryHistory(),
    readSilences: async () => [],
    readReceivers: async () => [],
  });
  if (!story) throw new Error('no incident is kept');
  return story;
}

const ACK = {
  id: 'a7c1d2',
  by: 'ana',
  note: 'it is db.internal',
  since: '2026-03-01T11:45:00.000Z',
  until: '2026-03-01T11:55:00.000Z',
};
const CLUE = { code: 'others_failing', at: null, message: '3 others at 10.0.0.5 began to fail too' };

it('a story has a title, facts, clues, the timeline, notifications, actions, and missing data', async () => {
  const story = await storyOfShop();
  if (!story.incident) throw new Error('it has no incident');
  const incident: IncidentDocument = { ...story.incident, acks: [ACK], clues: [CLUE] };
  expect(storyMarkdown({ ...story, incident }, { withAddresses: false })).toBe(
    [
      '# shop was down for 12 min',
      '',
      '- What: HTTP 503: Database connection failed (http_503)',
      '- When: opened 2026-03-01 11:44:00, resolved 2026-03-01 11:56:00 UTC',
      '- Down for: 12 min, 12 failed checks',
      '- Kind: outage, severity critical',
      '- Environment: production',
      `- Incident: ${incident.id}`,
      '',
      '## What may explain it',
      '',
      '- Since then: 3 others at (address) began to fail too',
      '',
      '## Timeline (UTC)',
      '',
      '2026-03-01:',
      '',
      '- 11:43 Last good check. Healthy in 15 ms; 2 checks before it were healthy too',
      '- 11:44 Down: HTTP 503: Database connection failed. Answered in 15 ms',
      '- 11:44 Notified the topic',
      '- 11:55 12 checks in a row failed the same way',
      '- 11:56 Healthy again in 15 ms',
      '- 11:57 Notified the topic that it is resolved',
      '',
      '## Who was notified',
      '',
      '- Sent to the topic: opened 11:44:00 UTC, resolved 11:57:00 UTC',
      '',
      '## What was done',
      '',
      '- Acknowledged by ana from 11:45:00 UTC to 11:55:00 UTC: it is (address)',
    ].join('\n'),
  );
});

it('names the service that held back an incident of which nobody was notified', async () => {
  const story = await storyOfShop();
  if (!story.incident) throw new Error('it has no incident');
  const [since, until] = ['2026-03-01T11:44:00.000Z', '2026-03-01T11:50:00.000Z'];
  const behind = { service: 'gateway', since, until, notifiedAt: null };
  const incident: IncidentDocument = { ...story.incident, alerts: [], behind };
  expect(storyMarkdown({ ...story, incident }, { withAddresses: false })).toContain(
    '## Who was notified\n\n- Nobody\n\n## What was done\n\n- Held back from 11:44:00 UTC to 11:50:00 UTC, while gateway was down; nobody was notified',
  );
});

it('a story of a time span leaves out the parts of an incident', async () => {
  const text = storyMarkdown(await storyOfShop(NOW - 5 * 60_000), { withAddresses: false });
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# shop: 2026-03-01 11:55 to 12:00 UTC',
    '## Timeline (UTC)',
  ]);
});

/** What Markdown, GitHub, GitLab, Jira and chats would make something of, besides what is dangerous everywhere. */
const MARKUP =
  /[*~`\\$]|(?:^|[^\p{L}\p{N}])_|_(?:[^\p{L}\p{N}]|$)|[&!%^{]\S|#[^\s#]|:[a-z+-][\w+-]*:|==|\+\+|\bGH-\d/iu;
const LINE = /^(?:# [^#\s].*|## [A-Z][a-z ()UTC]+|\d{4}-\d\d-\d\d:|- (?:[A-Z].*|\d\d:\d\d[\d:–\- ]* .*))?$/;

it('no text becomes markup, a link, a mention or HTML, with addresses or without', async () => {
  const shop = await storyOfShop();
  fc.assert(
    fc.property(hostileText, hostileText, fc.boolean(), (text, other, withAddresses) => {
      if (!shop.incident) throw new Error('it has no incident');
      const story: PastedStory = {
        ...shop,
        service: text,
        incident: {
          ...shop.incident,
          message: other,
          environment: text,
          reason: text,
          clues: [{ ...CLUE, message: text }],
          acks: [{ ...ACK, by: other, note: text }],
          alerts: shop.incident.alerts.map((alert) => ({ ...alert, receiver: other })),
          silenced: {
            event: 'opened',
            silence: { by: text, reason: other, planned: false },
            notified: false,
            notifiedAt: null,
          },
        },
        timeline: shop.timeline.map((entry, index) => ({ ...entry, text: index % 2 ? text : other, detail: other })),
        problem: other,
      };
      const markdown = storyMarkdown(story, { withAddresses });
      const lines = markdown.split('\n');
      expect(lines.filter((line) => !LINE.test(line) && line !== '#')).toEqual([]);
      expect(lines.filter((line) => line.startsWith('#')).length).toBeLessThanOrEqual(6);
      const texts = lines.map((line) => line.replace(/^#+ /, ''));
      expect(texts.filter((line) => DANGEROUS.test(line) || MARKUP.test(line))).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});

it.each([
  ['*a* _b_ http_503 __init__', 'a b http_503 init'],
  ['&lt;b&gt; &#60; fish & chips', '& lt;b& gt; & # 60; fish & chips'],
  ['fixes #5, !7, GH-9, owner/repo#1 ##vso[x]', 'fixes # 5, ! 7, GH 9, owner/repo# 1 # # vso x'],
  [':tada: at 09:30:12, $x^2$', ': tada: at 09:30:12, ＄x^ 2＄'],
  ['sent to :bug', 'sent to : bug'],
  ['![a](//b/c) ==b== {html}', '! a (//b/c) = =b= = { html}'],
])('as Markdown %j is %j', (text, shown) => {
  expect(markdownText(text)).toBe(shown);
});

it.each([
  ['HTTP 302 to https://shop.example.com/a?b=c', 'HTTP 302 to (address)'],
  ['connect ECONNREFUSED 10.0.0.5:5432', 'connect ECONNREFUSED (address)'],
  [
    'connect ECONNREFUSED [2001:db8::1]:443 or ::1, fe80::1%eth0',
    'connect ECONNREFUSED (address) or (address), (address)',
  ],
  ['getaddrinfo ENOTFOUND db', 'getaddrinfo ENOTFOUND (address)'],
  ['dial tcp: lookup cache on 10.0.0.2:53: no such host', 'dial tcp: lookup (address) on (address): no such host'],
  ['could not translate host name "db" to address', 'could not translate host name (address) to address'],
  ['postgres://user:secret@db:5432/shop', '(address)'],
  ['redis:6379, localhost:3000, db.internal, db.internal:5432/x', '(address), (address), (address), (address)'],
  ['mail jane.doe@example.com', 'mail (address)'],
  ['at ｄｂ．internal or db。internal', 'at (address) or (address)'],
  ['失敗。再試行', '失敗。再試行'],
  ['version 2.5.0 at 09:30:12, 3 min earlier', 'version 2.5.0 at 09:30:12, 3 min earlier'],
  ['at server.js:12, java.net.SocketException: reset', 'at server.js:12, java.net.SocketException: reset'],
  ['api.shop is unhealthy (http_503)', 'api.shop is unhealthy (http_503)'],
])('without addresses %j is %j', (text, shown) => {
  expect(withoutAddresses(text, ['api.shop'])).toBe(shown);
});
