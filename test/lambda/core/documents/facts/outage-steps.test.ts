/** How an outage went since it began, also if the last checks that are kept one by one are all alike. */

import type { DeploymentFacts } from '../../../../../lambda/core/documents/facts/deployment-facts';
import { allKept, incidentRecords } from '../../../../../lambda/core/documents/facts/incident-records';
import { outageSteps } from '../../../../../lambda/core/documents/facts/outage-steps';
import { checksOfTimeline } from '../../../../../lambda/core/documents/facts/timeline';
import { timelineOptions } from '../../../../../lambda/core/documents/incident-details';
import { openOutage } from '../../../../../lambda/core/incident/incident';
import { type Found, knownOf, often } from '../../../../support/core/deployment-facts';
import { NOW } from '../../../../support/core/observations';
import { MINUTE_MS } from '../../../../support/core/story';

/** What the page of all services knows: it has read no buckets. */
async function unread(story: readonly Found[]): Promise<DeploymentFacts> {
  const known = await knownOf({ shop: story });
  return { ...known, services: known.services.map((one) => ({ ...one, buckets: [] })) };
}

/** Each step as its minute, counted from now, what was found, and in how many checks. */
function course(known: DeploymentFacts): string[] {
  const [story] = incidentRecords(allKept(known));
  if (story === undefined) throw new Error('the service has no incident');
  return outageSteps(checksOfTimeline(timelineOptions(known, story)), story.sent, story.incident.openedAt).map(
    ({ at, found, checks }) => [(at - NOW) / MINUTE_MS, found, ...(checks === null ? [] : [checks])].join(' '),
  );
}

it.each<[string, Found[], string[]]>([
  [
    'check by check, as long as each is kept',
    [...often('well', 5), ...often('503', 3), ...often('refused', 4), 'well'],
    ['-7 http_503 3', '-4 connection_refused 4', '0 healthy 1'],
  ],
  [
    'by verdict, from the sums that the state keeps',
    [...often('well', 20), ...often('503', 20), ...often('refused', 80)],
    ['-99 unhealthy 19', '-80 4 unreachable, 1 unhealthy 5', '-75 connection_refused 76'],
  ],
  [
    'from its beginning on, also if the checks before it in the same five minutes are known summed up alone',
    [...often('well', 51), ...often('503', 60)],
    ['-59 http_503 60'],
  ],
  ['as one step if all was alike', [...often('well', 12), ...often('503', 90)], ['-89 http_503 90']],
  [
    'with what was well between',
    [...often('503', 5), 'well', ...often('503', 9), ...often('refused', 80)],
    [
      '-94 unhealthy 4',
      '-90 4 unhealthy, 1 healthy 5',
      '-85 unhealthy 5',
      '-80 4 unreachable, 1 unhealthy 5',
      '-75 connection_refused 76',
    ],
  ],
])('is listed %s', async (_, story, expected) => {
  expect(course(await unread(story))).toEqual(expected);
});

it('is taken from the alerts that were sent, if its checks are too long ago', async () => {
  const known = await unread([...often('well', 5), ...often('503', 10), ...often('refused', 9 * 60)]);
  expect(course(known)).toEqual(['-549 unhealthy', '-360 connection_refused 361']);
  const [service] = known.services;
  expect(service?.state && openOutage(service.state)?.openedAt).toBe(NOW - 549 * MINUTE_MS);
});
