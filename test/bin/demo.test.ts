/** `statuswatch demo`, which `npm start` runs. */

import { endAfterEach, start, statuswatch } from '../support/command-line';

const later = endAfterEach();

describe('demo', () => {
  it('--once prints six healthy services and ends with 0', async () => {
    const { stdout, stderr, exitCode } = await statuswatch(['demo', '--once']);
    expect(stdout.match(/^ {2}● healthy {3}\S+-service /gm)).toHaveLength(6);
    expect(stdout).toContain('\n  6 of 6 healthy · ');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it('goes on until Ctrl-C, and then ends at once with 0', async () => {
    const demo = later(start(['demo']));
    await demo.shows('6 of 6 healthy');
    const interruptedAt = performance.now();
    demo.child.kill('SIGINT');
    const { stderr, exitCode } = await demo.ended;
    // Shorter than the pause between two rounds.
    expect(performance.now() - interruptedAt).toBeLessThan(1_500);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it('lets one service fail while the others stay well', async () => {
    const demo = later(start(['demo']));
    await demo.shows('5 of 6 healthy, 1 unhealthy');
    await demo.shows('payment-service answers 503');
    expect(demo.written('stdout')).toMatch(/^ {2}▲ unhealthy {3}payment-service /m);
  });
});
