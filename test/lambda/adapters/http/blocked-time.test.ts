/** Times that were measured while the process itself was blocked are marked, and no others. */

import { watchBlocks } from '../../../../lambda/adapters/http/blocked-time';
import { ask, judged, type ProbeOutcome, reportText } from '../../../support/http/asking';
import { startHttp, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const BLOCK_MS = 300;
/** Of each block the length of a tick is not seen. */
const LEAST_SEEN_MS = BLOCK_MS - 10;

function block(): void {
  const begun = performance.now();
  while (performance.now() - begun < BLOCK_MS);
}

it('a check during which the process was blocked is marked and keeps its verdict', async () => {
  const server = await using(
    startHttp((_request, response) => {
      block();
      response.end(reportText());
    }),
  );
  const all = await Promise.all([ask(server.url()), ask(server.url())]);
  for (const outcome of all) {
    expect(judged(outcome)).toBe('healthy ok');
    expect(outcome.observation.timings.blockedMs).toBeGreaterThanOrEqual(LEAST_SEEN_MS);
  }
});

it('a check that ends within the block is marked too', async () => {
  const server = await using(startHttp((_request, response) => response.end(reportText())));
  const asking = ask(server.url());
  // The probe begins in the next turn of the event loop.
  setImmediate(block);
  expect((await asking).observation.timings.blockedMs).toBeGreaterThanOrEqual(LEAST_SEEN_MS);
});

it('the usual work for many checks is not a block', () => {
  const ends = Array.from({ length: 500 }, watchBlocks);
  block();
  expect(new Set(ends.map((end) => end()))).toEqual(new Set([0]));
});

describe('is not marked', () => {
  const startSlow = () =>
    using(startHttp((_request, response) => void setTimeout(() => response.end(reportText()), BLOCK_MS)));
  /** A busy machine may block a process too: then it is asked once more. */
  async function firstUnmarked(asking: () => Promise<ProbeOutcome>): Promise<ProbeOutcome> {
    let outcome = await asking();
    for (let again = 0; again < 5 && outcome.observation.timings.blockedMs !== undefined; again++)
      outcome = await asking();
    return outcome;
  }

  it('a slow check while the process is idle', async () => {
    const server = await startSlow();
    const outcome = await firstUnmarked(() => ask(server.url()));
    expect(judged(outcome)).toBe('healthy ok');
    expect(outcome.observation.timings).not.toHaveProperty('blockedMs');
  });

  it('a check that begins after the block, while another continues', async () => {
    const server = await startSlow();
    const outcome = await firstUnmarked(async () => {
      const other = ask(server.url());
      await new Promise(setImmediate);
      block();
      const [, second] = await Promise.all([other, ask(server.url())]);
      return second;
    });
    expect(outcome.observation.timings).not.toHaveProperty('blockedMs');
  });
});
