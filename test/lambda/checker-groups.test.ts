/** The checker's handler, bundled and run as Lambda would: how many messages it sends if many services fail in one run. */

import type { Alert } from '../../lambda/core/message/alert';
import { alertsOf } from '../support/aws/inbox';
import { callsOf, configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { reportText } from '../support/http/asking';
import { IS_LONG_LANE } from '../support/jest/lane';

const LINES = [
  'timeout: 20s',
  'interval: 5m',
  'retry: { attempts: 1 }',
  'alerts: { failureThreshold: 1, successThreshold: 1, remindEvery: never }',
];

/** A machine that is busy with eight other things takes longer than a save may for 200 of them. */
const COUNT = IS_LONG_LANE ? 200 : 60;
const MOST_MESSAGES = 4;

describe(`${COUNT} services that fail at once`, () => {
  const ids = Array.from({ length: COUNT }, (_, index) => `service-${index}`);
  let areWell = false;
  let checker: StubbedLambda;

  beforeAll(async () => {
    checker = await startStubbedChecker({
      config: configBelow(ids, LINES),
      serve: (service, response) => {
        if (areWell) response.end(reportText({ service }));
        else response.writeHead(503).end();
      },
    });
  });
  afterAll(() => checker.stop());

  /** The messages of one run: which alerts each of them holds, and its subject. */
  async function run(): Promise<{ readonly alerts: readonly string[]; readonly subject: string }[]> {
    const { invoked, calls } = await checker.invoke();
    expect(invoked).toMatchObject({ outcome: 'resolved', result: { checked: COUNT, failures: [] } });
    return callsOf('Publish', calls).map(({ body }) => ({
      alerts: alertsIn(body).map(({ event, service }) => `${event} ${service.id}`),
      subject: new URLSearchParams(body).get('Subject') ?? '',
    }));
  }

  it.each(['opened', 'resolved'])(
    `make at most ${MOST_MESSAGES} messages, which hold each alert once: %s`,
    async (event) => {
      areWell = event === 'resolved';
      const messages = await run();
      expect(messages.length).toBeLessThanOrEqual(MOST_MESSAGES);
      expect(messages.flatMap(({ alerts }) => alerts).sort()).toEqual(ids.map((id) => `${event} ${id}`).sort());
      // A message counts each service of the deployment once.
      const counted = messages.flatMap(({ subject }) => / of (\d+)\b/.exec(subject)?.[1] ?? []);
      expect(new Set(counted)).toEqual(new Set(event === 'opened' ? [String(COUNT)] : []));
      expect(await run()).toEqual([]);
    },
  );
});

function alertsIn(body: string): readonly Alert[] {
  const { default: text } = JSON.parse(new URLSearchParams(body).get('Message') ?? '') as { default: string };
  return alertsOf(text);
}
