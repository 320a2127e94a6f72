/** One run asks all at once, and the trouble of one service costs no other anything. */

import type { ServerResponse } from 'node:http';
import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import type { Check } from '../../../../lambda/core/probe/check-result';
import type { Probe } from '../../../../lambda/core/probe/probe-request';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { StoredState } from '../../../../lambda/core/state/store';
import { memoryHistory } from '../../../support/core/histories';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { failure } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { allClosed, startAnswering, startHttp, stopAfterEach } from '../../../support/http/servers';

const stopLater = stopAfterEach();
const ports = { probe: httpProbe, clock: systemClock };
const ONCE = 'retry: { attempts: 1 }';
const HEALTHY = '{"status":"healthy"}';

/** Services at paths of one server, by id. */
function urlsAt(baseUrl: string, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, `${baseUrl}/${id}`]));
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);

describe('a run', () => {
  it('asks all at once: six are healthy on a server that answers none before all six have come', async () => {
    const waiting: ServerResponse[] = [];
    const server = await stopLater(
      startHttp((_, response) => {
        if (waiting.push(response) === 6) for (const each of waiting) each.end(HEALTHY);
      }),
    );
    const { results } = await runCheck(configOf(urlsAt(server.url(), numbered(6)), [ONCE]), ports);
    expect(results.map(({ kind }) => kind)).toEqual(Array(6).fill('healthy'));
  });

  it('has never more requests under way than its concurrency, and uses it up', async () => {
    const waiting: ServerResponse[] = [];
    let most = 0;
    const server = await stopLater(
      startHttp(async (request, response) => {
        if (request.url === '/marker') return response.end();
        waiting.push(response);
        most = Math.max(most, waiting.length);
        if (waiting.length < 3) return undefined;
        // Whatever was sent before this has come by the time it is answered.
        await fetch(`${server.url()}/marker`);
        for (const each of waiting.splice(0)) each.end(HEALTHY);
        return undefined;
      }),
    );
    const config = configOf(urlsAt(server.url(), numbered(12)), [ONCE, 'concurrency: 3']);
    const { results } = await runCheck(config, ports);
    expect(results.map(({ kind }) => kind)).toEqual(Array(12).fill('healthy'));
    expect(most).toBe(3);
  });

  it('gives away the place of a service that pauses before it is asked again', async () => {
    const asked: string[] = [];
    let otherAsked = () => {};
    const whenOtherAsked = new Promise<void>((resolve) => {
      otherAsked = resolve;
    });
    const server = await stopLater(
      startHttp(({ url = '' }, response) => {
        if (url.startsWith('/other')) otherAsked();
        const sick = url.startsWith('/sick') && !asked.includes(url);
        asked.push(url);
        response.writeHead(sick ? 503 : 200).end(HEALTHY);
      }),
    );
    const config = configOf(urlsAt(server.url(), ['sick', 'other']), ['concurrency: 1']);
    // The pause lasts until the other has been asked: for ever, did it hold the only place.
    const clock = { ...systemClock, sleep: () => whenOtherAsked };
    const { results } = await runCheck(config, { ...ports, clock });
    expect(asked).toEqual(['/sick/status', '/other/status', '/sick/status']);
    expect(results.map(({ kind, attempts }) => [kind, attempts])).toEqual([
      ['healthy', 2],
      ['healthy', 1],
    ]);
  });
});

describe('beside a service that', () => {
  it.each([
    ['hangs', () => startHttp(() => {})],
    ['sends a body without end', () => startHttp((_, response) => response.writeHead(200).write('{'))],
  ])('%s, another is healthy without waiting for it', async (_, startSick) => {
    const sick = await stopLater(startSick());
    const well = await stopLater(startHttp((__, response) => response.end(HEALTHY)));
    const config = configOf({ sick: sick.url(), well: well.url() }, [ONCE, 'timeout: 50s']);
    const interrupt = new AbortController();
    // The sick one has 50 s of time, and this test far less: the run ends because the other is done.
    const onResult = () => interrupt.abort();
    const { results } = await runCheck(config, ports, { signal: interrupt.signal, onResult });
    expect(results[0]?.reason).toMatch(/^timeout_/);
    expect(results[1]?.reason).toBe('ok');
    await allClosed(sick);
  });

  it.each([
    ['sends 10 MB', 'body_too_large', () => startHttp((_, response) => response.end(Buffer.alloc(10_000_000, ' ')))],
    ['sends no HTTP', 'malformed_response', () => startAnswering((socket) => socket.end('\u0000\u0001\u0007\r\n\r\n'))],
    ['sends poison', 'not_json', () => startHttp((_, response) => response.end('{"__proto__":'.repeat(4_000)))],
    ['hangs up', 'connection_reset', () => startAnswering((socket) => socket.destroy())],
  ])('%s, five others are healthy', async (_, reason, startSick) => {
    const sick = await stopLater(startSick());
    const well = await stopLater(startHttp((__, response) => response.end(HEALTHY)));
    const config = configOf({ sick: sick.url(), ...urlsAt(well.url(), numbered(5)) }, [ONCE]);
    const { results } = await runCheck(config, ports);
    expect(results.map(({ reason }) => reason)).toEqual([reason, ...Array(5).fill('ok')]);
  });

  it('the checker itself could not ask, another is healthy, and the run says what failed', async () => {
    const well = await stopLater(startHttp((_, response) => response.end(HEALTHY)));
    const probe: Probe = async (request, signal) => {
      if (request.url.includes('cursed')) throw new Error('out of\u0007 luck');
      return httpProbe(request, signal);
    };
    const config = configOf({ cursed: 'http://cursed.internal', well: well.url() }, [ONCE]);
    const done: string[] = [];
    const onResult = ({ service }: Check) => done.push(service.id);
    const { results, failures } = await runCheck(config, { ...ports, probe }, { onResult });
    expect(results.map(({ service, reason }) => [service.id, reason])).toEqual([['well', 'ok']]);
    expect(failures).toEqual([{ output: 'probe', service: 'cursed', message: 'it could not be checked: out of luck' }]);
    expect(done.sort()).toEqual(['cursed', 'well']);
  });

  it('owes an alert about a day that does not exist, all have their alerts', async () => {
    const outputs = memoryOutputs();
    const config = configOf(urlsAt('http://shop.internal', numbered(4)), [ONCE]);
    const probe: Probe = async () => failure('connection_refused', { remoteAddress: '10.0.0.1' });
    const history = memoryHistory();
    const run = () =>
      runCheck(config, {
        ...ports,
        probe,
        outputs: { ...outputs, history, publish: async () => undefined, links: { dashboard: null, logs: null } },
      });
    outputs.failing.add('send');
    await run();
    outputs.failing.clear();
    const { state, ...rest } = outputs.stored.get('s3') as StoredState;
    const text = JSON.stringify(state).replace(/"openedAt":"[^"]*"/, '"openedAt":"2026-13-32T25:00:00.000Z"');
    outputs.stored.set('s3', { ...rest, state: JSON.parse(text) });
    await run();
    expect(outputs.sent.map(({ service }) => service.id).sort()).toEqual(numbered(4));
  });

  it('could be checked only the second time gets the verdict of that time', async () => {
    const well = await stopLater(startHttp((_, response) => response.end(HEALTHY)));
    let attempts = 0;
    const probe: Probe = async (request, signal) => {
      attempts++;
      if (attempts === 1) throw new Error('EMFILE: too many open files');
      return httpProbe(request, signal);
    };
    const config = configOf({ well: well.url() }, ['retry: { attempts: 2, backoff: 0s }']);
    const { results, failures } = await runCheck(config, { ...ports, probe });
    expect(results.map(({ reason, attempts }) => [reason, attempts])).toEqual([['ok', 2]]);
    expect(failures).toEqual([]);
  });

  it('failed, and could not be checked again, has no verdict that nothing has confirmed', async () => {
    let attempts = 0;
    const probe: Probe = async () => {
      attempts++;
      if (attempts === 2) throw new Error('EMFILE: too many open files');
      return failure('connection_refused');
    };
    const config = configOf({ sick: 'http://sick.internal' }, ['retry: { attempts: 2, backoff: 0s }']);
    const { results, failures } = await runCheck(config, { ...ports, probe });
    expect([results, failures.map(({ output }) => output)]).toEqual([[], ['probe']]);
  });
});

describe('a run that is interrupted', () => {
  it('ends the attempts under way and begins no other', async () => {
    const interrupt = new AbortController();
    const asked: (string | undefined)[] = [];
    const server = await stopLater(
      startHttp(({ url }) => {
        asked.push(url);
        interrupt.abort();
      }),
    );
    const config = configOf(urlsAt(server.url(), ['first', 'second']), ['concurrency: 1', 'timeout: 15s']);
    const { results } = await runCheck(config, ports, { signal: interrupt.signal });
    expect(asked).toEqual(['/first/status']);
    expect(results.map(({ service, attempts }) => [service.id, attempts])).toEqual([
      ['first', 1],
      ['second', 1],
    ]);
    await allClosed(server);
  });

  it('ends the pause before another attempt', async () => {
    const interrupt = new AbortController();
    let asked = 0;
    const server = await stopLater(
      startHttp((_, response) => {
        asked++;
        response.writeHead(500).end();
      }),
    );
    const clock = {
      ...systemClock,
      sleep: (milliseconds: number, signal?: AbortSignal) => {
        const pause = systemClock.sleep(milliseconds, signal);
        interrupt.abort();
        return pause;
      },
    };
    const config = configOf({ a: server.url() }, ['retry: { attempts: 2, backoff: 50s }']);
    const { results } = await runCheck(config, { ...ports, clock }, { signal: interrupt.signal });
    expect(results.map(({ reason, attempts }) => [reason, attempts])).toEqual([['http_500', 1]]);
    expect(asked).toBe(1);
  });
});
