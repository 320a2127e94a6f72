/** Which checks may be the checker's own fault, and what a run concludes where all of them may. */

import type { Check, FailedCheck } from '../../../../lambda/core/probe/check-result';
import { conclude, type LookAtNetwork, mayBeOwnFault, type OwnNetwork } from '../../../../lambda/core/probe/conclude';
import type { Observation } from '../../../../lambda/core/probe/observation';
import { NETWORK_REASONS, type NetworkReason } from '../../../../lambda/core/words/codes';
import { answer, failure, reportOf, TIMINGS } from '../../../support/core/observations';
import { notAskedOf, resultOf } from '../../../support/core/runs';

const noAnswer = failure('dns_failure', { errorCode: 'EAI_AGAIN', detail: 'getaddrinfo EAI_AGAIN' });
const noRoute = failure('network_unreachable', { errorCode: 'ENETUNREACH', detail: 'ENETUNREACH 10.0.0.1:443' });
const refused = failure('connection_refused', { errorCode: 'ECONNREFUSED' });
const stillResolving = { ...TIMINGS, connectMs: null, firstByteMs: null, downloadMs: null };

describe('a check', () => {
  it.each<[string, NetworkReason, string]>([
    // getaddrinfo(3): "EAI_AGAIN The name server returned a temporary failure indication. Try again later." It is also what
    // the C library says of silence; a resolver that has answered stands in the code that the probe gives.
    ['no resolver answered', 'dns_failure', 'EAI_AGAIN'],
    // connect(2): "ENETUNREACH Network is unreachable."
    ['there is no route', 'network_unreachable', 'ENETUNREACH'],
    // ip(7): "EHOSTUNREACH No valid routing table entry matches the destination address."
    ['there is no route to the host', 'network_unreachable', 'EHOSTUNREACH'],
    // POSIX, connect: "[ENETDOWN] The local network interface used to reach the destination is down."
    ['the interface is down', 'network_unreachable', 'ENETDOWN'],
    // The probe gives it for an IPv6 address where IPv6 is off.
    ['IPv6 is off', 'network_unreachable', 'EADDRNOTAVAIL'],
    // connect(2): "EACCES, EPERM […] the connection request failed because of a local firewall rule."
    ['a rule of the own firewall', 'network_unreachable', 'EACCES'],
    ['a rule of the own firewall', 'network_unreachable', 'EPERM'],
  ])('may be the own fault: %s (%s, %s)', (_, reason, errorCode) => {
    expect(mayBeOwnFault(resultOf('a', failure(reason, { errorCode })))).toBe(true);
  });

  it('may be the own fault where the time was over before the name was resolved', () => {
    expect(mayBeOwnFault(resultOf('a', failure('timeout_connect', { timings: stillResolving })))).toBe(true);
    const connecting = { ...stillResolving, connectMs: 5_000 };
    expect(mayBeOwnFault(resultOf('a', failure('timeout_connect', { timings: connecting })))).toBe(false);
    // Of an address nothing is resolved.
    expect(mayBeOwnFault(resultOf('a', failure('timeout_connect', { timings: { ...connecting, dnsMs: null } })))).toBe(
      false,
    );
  });

  it.each(['EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])('may be the own fault if no token came: %s', (errorCode) => {
    expect(mayBeOwnFault(resultOf('a', failure('token_unreachable', { errorCode })))).toBe(true);
    expect(mayBeOwnFault(resultOf('a', failure('token_refused', { errorCode })))).toBe(false);
  });

  it('is of the token server if that was found, whatever it did then', () => {
    for (const errorCode of ['ECONNREFUSED', 'ENOTFOUND', null])
      expect(mayBeOwnFault(resultOf('a', failure('token_unreachable', { errorCode })))).toBe(false);
  });

  it('may be the own fault where the service could not be checked', () => {
    expect(mayBeOwnFault(notAskedOf('a'))).toBe(true);
  });

  // Node.js, errors: "ENOTFOUND (DNS lookup failed): Indicates a DNS failure of either EAI_NODATA or EAI_NONAME."
  // getaddrinfo(3): "EAI_NONAME The node or service is not known"; "EAI_FAIL The name server returned a permanent failure
  // indication."
  it.each(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', null])(
    'is of the service where a resolver answered, and be it that there is no such name: %s',
    (errorCode) => {
      expect(mayBeOwnFault(resultOf('a', failure('dns_failure', { errorCode })))).toBe(false);
    },
  );

  it.each(NETWORK_REASONS.filter((reason) => reason !== 'dns_failure' && reason !== 'network_unreachable'))(
    'is of the service if it is %s, whatever the code',
    (reason) => {
      for (const errorCode of ['EAI_AGAIN', 'ENETUNREACH', null]) {
        expect(mayBeOwnFault(resultOf('a', failure(reason, { errorCode })))).toBe(false);
      }
    },
  );

  it.each<[string, Observation]>([
    ['healthy', answer(200, reportOf({ service: 'a' }))],
    ['unhealthy', answer(503, '')],
    ['no report', answer(404, '')],
    ['a network failure without a code', failure('network_unreachable')],
  ])('is of the service if it is %s', (_, observation) => {
    expect(mayBeOwnFault(resultOf('a', observation))).toBe(false);
  });
});

/** Checks of services on hosts of their own, which are there once they are given; giving one returns which pass then. */
function begin(checks: readonly Check[], look?: LookAtNetwork) {
  const givers = new Map<string, () => void>();
  const asking = checks.map(
    (check) => new Promise<Check>((resolve) => givers.set(check.service.id, () => resolve(check))),
  );
  const services = checks.map(({ service }) => service);
  const concluded = conclude(asking, services, look);
  const passed: string[] = [];
  for (const checking of concluded) {
    void checking.then((check) => passed.push(`${check.service.id} ${check.kind === null ? 'nothing' : check.reason}`));
  }
  const give = async (id: string) => {
    givers.get(id)?.();
    await new Promise(setImmediate);
    return passed.splice(0);
  };
  return { give, concluded };
}

describe('services on three hosts', () => {
  it('a check that may be the own fault waits for one that is not, which does not wait', async () => {
    const { give } = begin([resultOf('a', noAnswer), resultOf('b', noRoute), resultOf('c', refused), notAskedOf('d')]);
    expect(await give('a')).toEqual([]);
    expect(await give('c')).toEqual(['c connection_refused', 'a dns_failure']);
    expect(await give('b')).toEqual(['b network_unreachable']);
    expect(await give('d')).toEqual(['d nothing']);
  });

  it('a healthy one is proof enough of the network', async () => {
    const well = resultOf('c', answer(200, reportOf({ service: 'c' })));
    const { give } = begin([resultOf('a', noAnswer), resultOf('b', noAnswer), well]);
    expect(await give('a')).toEqual([]);
    expect(await give('b')).toEqual([]);
    expect(await give('c')).toEqual(['c ok', 'a dns_failure', 'b dns_failure']);
  });

  it('none has a verdict if all may be the own fault, and all share one failure', async () => {
    const { give, concluded } = begin([
      ...['a', 'b'].map((id) => resultOf(id, noAnswer)),
      resultOf('c', noRoute),
      resultOf('d', failure('timeout_connect', { timings: stillResolving, limitMs: 5_000 })),
      notAskedOf('e'),
      notAskedOf('f'),
    ]);
    for (const id of ['a', 'b', 'c', 'd', 'e']) expect(await give(id)).toEqual([]);
    expect(await give('f')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `${id} nothing`));
    const failures = new Set((await Promise.all(concluded)).map((check) => (check as FailedCheck).failure));
    expect([...failures]).toEqual([
      {
        output: 'probe',
        service: null,
        message:
          "inconclusive: none of 6 services, on 6 hosts, could be checked, for reasons of the checker's own network; nothing is " +
          'concluded from this run (a: name not resolved (getaddrinfo EAI_AGAIN); c: no route to the ' +
          'address (ENETUNREACH 10.0.0.1:443); d: no connection within 5 s; e: it could not be ' +
          'checked: EMFILE: too many open files)',
      },
    ]);
  });

  it('all have their verdicts where a resolver says of each that there is no such name', async () => {
    const unknown = failure('dns_failure', { errorCode: 'ENOTFOUND' });
    const { give } = begin(['a', 'b', 'c'].map((id) => resultOf(id, unknown)));
    for (const id of ['a', 'b', 'c']) expect(await give(id)).toEqual([`${id} dns_failure`]);
  });
});

const at = (check: Check, url: string): Check => ({ ...check, service: { ...check.service, statusUrl: url } });

it('two hosts are enough, whatever the number of services', async () => {
  const { give } = begin([
    at(resultOf('a', noAnswer), 'https://one.internal/status'),
    at(resultOf('b', noAnswer), 'https://two.internal/status'),
    at(resultOf('c', noAnswer), 'https://TWO.internal:8443/c/status'),
  ]);
  for (const id of ['a', 'b']) expect(await give(id)).toEqual([]);
  expect(await give('c')).toEqual(['a nothing', 'b nothing', 'c nothing']);
});

describe('services on one host', () => {
  const IN_ORDER: OwnNetwork = { hasRoute: true, resolves: true };
  const onOneHost = (...checks: Check[]) =>
    checks.map((check) => at(check, `https://one.internal/${check.service.id}`));

  it('each has its verdict at once if the network is not looked at', async () => {
    const { give } = begin(onOneHost(resultOf('a', noAnswer), notAskedOf('b')));
    expect(await give('a')).toEqual(['a dns_failure']);
    expect(await give('b')).toEqual(['b nothing']);
  });

  it.each<[string, OwnNetwork, readonly Observation[], string]>([
    ['no resolver answers', { ...IN_ORDER, resolves: false }, [noAnswer, noAnswer], 'its resolver does not answer'],
    ['there is no route', { ...IN_ORDER, hasRoute: false }, [noRoute, noRoute], 'it has no default route'],
    [
      'both',
      { hasRoute: false, resolves: false },
      [noRoute, noAnswer],
      'it has no default route, its resolver does not answer',
    ],
  ])('none has a verdict if the network is the cause of each: %s', async (_, network, found, cause) => {
    const checks = onOneHost(...found.map((observation, index) => resultOf(`s${index}`, observation)));
    const { give, concluded } = begin(checks, async () => network);
    expect(await give('s0')).toEqual([]);
    expect(await give('s1')).toEqual(['s0 nothing', 's1 nothing']);
    const [first] = await Promise.all(concluded);
    expect((first as FailedCheck).failure.message).toContain(
      `inconclusive: none of 2 services, on 1 host, could be checked, for reasons of the checker's own network (${cause}); nothing`,
    );
  });

  it.each<[string, OwnNetwork, readonly Check[]]>([
    ['the network is in order', IN_ORDER, [resultOf('a', noAnswer), resultOf('b', noRoute)]],
    ['a resolver answers', { ...IN_ORDER, hasRoute: false }, [resultOf('a', noAnswer), resultOf('b', noAnswer)]],
    ['there is a route', { ...IN_ORDER, resolves: false }, [resultOf('a', noRoute), resultOf('b', noRoute)]],
    [
      'it is the cause of one alone',
      { ...IN_ORDER, resolves: false },
      [resultOf('a', noAnswer), resultOf('b', noRoute)],
    ],
    // ip(7) gives this code also for a host of the same network that is off.
    [
      'only the host is not reached',
      { hasRoute: false, resolves: false },
      ['a', 'b'].map((id) => resultOf(id, failure('network_unreachable', { errorCode: 'EHOSTUNREACH' }))),
    ],
  ])('each has its verdict if the network is not certainly the cause: %s', async (_, network, checks) => {
    const { give } = begin(onOneHost(...checks), async () => network);
    await give('a');
    expect((await give('b')).join()).not.toContain('nothing');
  });

  it('the network is not looked at while one was reached', async () => {
    let looks = 0;
    const { give } = begin(onOneHost(resultOf('a', noAnswer), resultOf('b', refused)), async () => {
      looks++;
      return { hasRoute: false, resolves: false };
    });
    await give('a');
    expect(await give('b')).toEqual(['b connection_refused', 'a dns_failure']);
    expect(looks).toBe(0);
  });
});

describe('services without a token', () => {
  const tokenServerDown = failure('token_unreachable', { errorCode: 'EHOSTUNREACH' });
  const ofServer = (id: string, tokenUrl: string) => {
    const check = resultOf(id, tokenServerDown);
    const value = { kind: 'literal', value: 'x' } as const;
    const auth = {
      kind: 'oauth2',
      tokenUrl,
      clientId: value,
      clientSecret: value,
      scope: null,
      audience: null,
    } as const;
    return { ...check, service: { ...check.service, auth } };
  };
  const concluded = async (servers: readonly string[], network?: OwnNetwork) => {
    const checks = servers.map((server, n) => ofServer(`s${n}`, server));
    const look = network && (async () => network);
    const asking = checks.map(async (check) => check);
    const services = checks.map(({ service }) => service);
    return (await Promise.all(conclude(asking, services, look))).map(({ kind }) => kind);
  };

  it('have the host of their token server in common: that it is down concludes that', async () => {
    const servers = ['https://login.internal/token', 'https://login.internal/token'];
    expect(await concluded(servers)).toEqual(['unreachable', 'unreachable']);
    expect(await concluded(servers, { hasRoute: true, resolves: true })).toEqual(['unreachable', 'unreachable']);
  });

  it('conclude nothing from two unreachable servers', async () => {
    expect(await concluded(['https://login.internal/token', 'https://sso.internal/token'])).toEqual([null, null]);
  });
});

it('checks none of which could be checked each say why', async () => {
  const checks = ['a', 'b'].map((id) => notAskedOf(id));
  const asking = checks.map(async (check) => check);
  const services = checks.map(({ service }) => service);
  expect(await Promise.all(conclude(asking, services))).toEqual(checks);
});
