/** Every alarm links to a row of docs/reference/runbook.md, and every row about alarms belongs to an alarm. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AWAY_SECTION, PULSE_SECTION } from '../../lambda/core/message/forms/alarm-text';
import { DEPLOY_YAML, resourcesOf, templateOf } from '../support/aws/synthesis';

const RUNBOOK = readFileSync(join(__dirname, '../../docs/reference/runbook.md'), 'utf8');
const chapter = RUNBOOK.split(/^## /m).find((part) => part.startsWith('The checker itself\n')) ?? '';

it('the runbook has a row for each alarm, for a receiver that rejects alerts, and for a pulse', () => {
  const rows = chapter.matchAll(/^\| <a id="([a-z-]+)"><\/a>\*\*[^|]+ \| [^|]+ \| [^|]+ \|$/gm);
  const alarms = Object.values(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::CloudWatch::Alarm'));
  const anchors = alarms.map(({ Properties }) => String(Properties.AlarmDescription).split('#').at(-1));
  expect(new Set(Array.from(rows, ([, anchor]) => anchor))).toEqual(new Set([...anchors, AWAY_SECTION, PULSE_SECTION]));
});
