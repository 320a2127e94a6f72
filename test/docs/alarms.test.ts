/** Every alarm leads to a section of docs/reference/runbook.md, and every section about alarms has one that leads there. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AWAY_SECTION, PULSE_SECTION } from '../../lambda/core/message/forms/alarm-text';
import { DEPLOY_YAML, resourcesOf, templateOf } from '../support/aws/synthesis';

const RUNBOOK = readFileSync(join(__dirname, '../../docs/reference/runbook.md'), 'utf8');
const chapter = RUNBOOK.split(/^## /m).find((part) => part.startsWith('The checker itself\n')) ?? '';
const sections = new Map(
  chapter
    .split(/^### /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')).toLowerCase().replaceAll(' ', '-'), part]),
);

it('the sections are those that alarms lead to, and what is said of a receiver that is away, and of a pulse', () => {
  const alarms = Object.values(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::CloudWatch::Alarm'));
  const anchors = alarms.map(({ Properties }) => String(Properties.AlarmDescription).split('#').at(-1));
  expect(new Set([...anchors, AWAY_SECTION, PULSE_SECTION])).toEqual(new Set(sections.keys()));
});

it('each says what it means, what is likely and what to look at first', () => {
  expect(sections.size).toBe(11);
  for (const text of sections.values()) {
    expect(Array.from(text.matchAll(/^- \*\*(\w+):\*\* (?=\S)/gm), ([, part]) => part)).toEqual(['Likely', 'First']);
    expect(text).toMatch(/^.+\n\n[A-Z0-9`|].+\n/);
  }
});
