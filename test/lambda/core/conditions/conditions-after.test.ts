/** When each condition begins and ends, rule by rule. */

import { NOW } from '../../../support/core/observations';
import { watching } from '../../../support/core/watching';

const DAY = 24 * 60;

it('says nothing of a service that is well', () => {
  const service = watching();
  service.runs(2 * DAY);
  expect(service.transitions()).toEqual([]);
  expect(service.notified()).toEqual([]);
});

describe('certificate_expires_soon', () => {
  it.each([
    [14, undefined],
    [13.999, 'the TLS certificate expires in 13 days, on 2026-03-15'],
    [1, 'the TLS certificate expires in 1 day, on 2026-03-02 at 12:00 UTC'],
    [0.5, 'the TLS certificate expires in less than a day, on 2026-03-02 at 00:00 UTC'],
    [-0.5, 'the TLS certificate has expired, on 2026-03-01 at 00:00 UTC'],
  ])('with %d days left: %s', (daysLeft, message) => {
    expect(watching().run({ daysLeft }).conditions[0]?.message).toBe(message);
  });

  it('notifies once, and again at 7, 3 and 1 days', () => {
    const service = watching();
    for (let day = 16; day >= 0; day--) service.runs(3, { daysLeft: day + 0.5 });
    expect(service.notified().map((one) => one.split(' ')[0])).toEqual(['opened', 'updated', 'updated', 'updated']);
    expect(service.notified()[1]).toBe('updated certificate_expires_soon 30');
  });

  it('names the certificate if it is not the own one', () => {
    const { conditions } = watching().run({ daysLeft: 5, certificateName: 'R3' });
    expect(conditions[0]?.message).toBe('the certificate of R3 in the TLS chain expires in 5 days, on 2026-03-06');
  });

  /** A certificate that is renewed as soon as less than a share of its lifetime is left; without a share never. */
  const renewing = (lifetimeDays: number, share: number | null) => {
    const service = watching();
    const lastDays = lifetimeDays * (1 - (share ?? 0));
    const perDay = 96;
    const runs = Math.floor((share === null ? 1 : 3) * lastDays * perDay);
    service.runs(runs, (run) => {
      const age = share === null ? run / perDay : (run / perDay) % lastDays;
      return { lifetimeDays, daysLeft: lifetimeDays - age, every: 15 };
    });
    return service.notified().map((one) => {
      const [event = '', , minute = 0] = one.split(' ');
      return `${event} with ${(lifetimeDays - Number(minute) / 1_440).toFixed(1)} d left`;
    });
  };

  // Certbot 4.0.0: "Certificates now renew with 1/3rd of lifetime left (or 1/2 of lifetime left, if the lifetime is shorter than 10 days)."
  it.each([
    ['6 days, renewed at half', 160 / 24, 1 / 2],
    ['45 days, renewed at a third', 45, 1 / 3],
    ['a day, renewed at a third', 1, 1 / 3],
    ['90 days, renewed at a third', 90, 1 / 3],
  ])('says nothing of a certificate for %s', (_, lifetimeDays, share) => {
    expect(renewing(lifetimeDays, share)).toEqual([]);
  });

  it.each([
    [
      160 / 24,
      ['opened with 1.7 d left', 'updated with 0.8 d left', 'updated with 0.4 d left', 'updated with 0.1 d left'],
    ],
    [90, ['opened with 14.0 d left', 'updated with 7.0 d left', 'updated with 3.0 d left', 'updated with 1.0 d left']],
  ])('notifies if a certificate for %d days is not renewed', (lifetimeDays, notified) => {
    expect(renewing(lifetimeDays, null).filter((one) => !one.startsWith('reminder'))).toEqual(notified);
  });

  it('is over once all machines have had a new one for a quarter of an hour', () => {
    const service = watching();
    service.runs(2, { daysLeft: 5 });
    service.runs(10);
    service.run({ daysLeft: 5 });
    service.runs(20);
    expect(service.transitions()).toEqual(['+certificate_expires_soon 0', '-certificate_expires_soon 28']);
  });
});

describe('client_certificate_expires_soon', () => {
  it.each([
    [14, undefined],
    [5, 'your client certificate expires in 5 days, on 2026-03-06'],
    [0.5, 'your client certificate expires in less than a day, on 2026-03-02 at 00:00 UTC'],
  ])('with %d days left: %s', (clientDaysLeft, message) => {
    expect(watching().run({ clientDaysLeft }).conditions[0]?.message).toBe(message);
  });

  it('notifies once, and again at 7, 3 and 1 days', () => {
    const service = watching();
    for (let day = 16; day >= 0; day--) service.runs(3, { clientDaysLeft: day + 0.5 });
    expect(service.notified()).toEqual([
      'opened client_certificate_expires_soon 9',
      'updated client_certificate_expires_soon 30',
      'updated client_certificate_expires_soon 42',
      'updated client_certificate_expires_soon 48',
    ]);
  });

  it('is over once a new one has been shown for a quarter of an hour', () => {
    const service = watching();
    service.runs(2, { clientDaysLeft: 5 });
    service.runs(30, { clientDaysLeft: 90 });
    expect(service.transitions()).toEqual([
      '+client_certificate_expires_soon 0',
      '-client_certificate_expires_soon 17',
    ]);
  });

  it('is another condition than that of the service’s own certificate, with days of its own', () => {
    const service = watching(['conditions: { client_certificate_expires_soon: { days: [60] } }']);
    const { conditions } = service.run({ daysLeft: 5, clientDaysLeft: 50 });
    expect(conditions.map(({ code }) => code)).toEqual(['certificate_expires_soon', 'client_certificate_expires_soon']);
    expect(
      watching(['conditions: { client_certificate_expires_soon: off }']).run({ clientDaysLeft: 5 }).conditions,
    ).toEqual([]);
  });
});

describe('reports_degraded', () => {
  const COMMON = ['contract: common'];
  const well = { report: { status: 'UP' } };
  const degraded = { report: { status: 'WARN', checks: { db: { status: 'warn', output: 'slow' } } } };

  it('begins and ends with the answer, and says why', () => {
    const service = watching(COMMON);
    service.run(well);
    const { conditions, latest } = service.run(degraded);
    expect(conditions).toEqual([
      {
        code: 'reports_degraded',
        since: NOW + 60_000,
        message: 'status "WARN" (HTTP 200): db (slow)',
        stage: 0,
        notifies: true,
      },
    ]);
    expect(latest).toMatchObject({ kind: 'healthy', reason: 'ok', report: { status: 'degraded' } });
    service.run({ report: { status: 'WARN' } });
    expect(service.state().conditions[0]?.message).toBe('status "WARN" (HTTP 200)');
    service.run(well);
    expect(service.transitions()).toEqual(['+reports_degraded 1', '-reports_degraded 3']);
    expect(service.notified()).toEqual(['opened reports_degraded 1', 'resolved reports_degraded 3']);
  });

  it('stays while the service fails', () => {
    const service = watching(COMMON);
    service.run(degraded);
    service.run({ report: { status: 'DOWN' } });
    service.run({ report: null });
    expect(service.transitions()).toEqual(['+reports_degraded 0']);
    service.run(well);
    expect(service.transitions()).toEqual(['+reports_degraded 0', '-reports_degraded 3']);
  });

  it('ends ten minutes after a service stops flapping', () => {
    const service = watching(COMMON);
    service.runs(60, (index) => (index % 2 === 0 ? degraded : well));
    expect(service.transitions()).toEqual([
      '+reports_degraded 0',
      '-reports_degraded 1',
      '+reports_degraded 2',
      '-reports_degraded 3',
      '+reports_degraded 4',
    ]);
    service.runs(12, well);
    expect(service.transitions().slice(5)).toEqual(['-reports_degraded 69']);
    service.runs(60, well);
    service.run(degraded);
    service.run(well);
    expect(service.transitions().slice(6)).toEqual(['+reports_degraded 132', '-reports_degraded 133']);
  });

  it.each([
    [[], 'warning'],
    [['conditions: { reports_degraded: { severity: critical } }'], 'critical'],
    [['conditions: { reports_degraded: { severity: info } }'], 'info'],
  ])('with %j has the severity %s', (lines, severity) => {
    const { incidents } = watching([...COMMON, ...lines]).run(degraded);
    expect(incidents.map((incident) => [incident.reason, incident.severity])).toEqual([['reports_degraded', severity]]);
  });

  it('has the severity info at a service that is info, unless the config says otherwise', () => {
    const info = { severity: 'info' } as const;
    expect(watching(COMMON, NOW, info).run(degraded).incidents[0]?.severity).toBe('info');
    const set = [...COMMON, 'conditions: { reports_degraded: { severity: critical } }'];
    expect(watching(set, NOW, info).run(degraded).incidents[0]?.severity).toBe('critical');
  });

  it('does not begin with our own contract, or if it is off', () => {
    const own = watching();
    own.run(degraded);
    expect(own.state().latest).toMatchObject({ kind: 'invalid', reason: 'not_a_report' });
    const off = watching([...COMMON, 'conditions: { reports_degraded: off }']);
    expect(off.run(degraded).conditions).toEqual([]);
  });

  it('needs no figures: nothing else begins for a service that has none', () => {
    const service = watching(['contract: http']);
    service.runs(3 * DAY, { report: { memory: { used: 512, total: 512 }, uptime: 1 } });
    expect(service.transitions()).toEqual([]);
    expect(service.state().latest).toMatchObject({ kind: 'healthy', report: null, warnings: [] });
  });
});

describe('restarting', () => {
  const started = (uptime: number) => ({ report: { uptime } });
  const loop = (...uptimes: readonly number[]) => {
    const service = watching();
    service.runs(10);
    for (const uptime of uptimes) service.run(started(uptime));
    return service;
  };

  it('never begins for a service that scales to zero, which every check starts', () => {
    const service = watching();
    const asked = (uptime: number) => ({ report: { uptime }, ms: 900 });
    // Sometimes a user has started it before the check.
    service.runs(120, (index) => asked(index % 4 === 3 ? 25 : 0.4));
    expect(service.transitions()).toEqual([]);
    expect(service.state().changes.length).toBeLessThan(31);
    // Once it is kept running, its starts count again.
    service.runs(20, (index) => asked(60 * (index + 1)));
    for (const uptime of [10, 70, 10, 70, 10]) service.run(started(uptime));
    expect(service.transitions()).toEqual(['+restarting 144']);
  });

  it('is not hidden by one start that happens to fall into a check', () => {
    const service = watching();
    service.runs(10);
    for (const uptime of [10, 70]) service.run(started(uptime));
    service.run({ report: { uptime: 0.02 }, ms: 50 });
    for (const uptime of [60.02, 10, 70, 10]) service.run(started(uptime));
    expect(service.transitions()).toEqual(['+restarting 14']);
  });

  it('does not use an uptime in milliseconds, and warns of it', () => {
    const service = watching();
    const inMs = (seconds: number) => ({ report: { uptime: seconds * 1_000 } });
    service.runs(10, (index) => inMs(86_400 + 60 * index));
    expect(service.state().latest).toMatchObject({
      kind: 'healthy',
      report: { uptime: null },
      warnings: [{ code: 'wrong_unit', message: 'uptime (86940000) is not in seconds, so it is ignored' }],
    });
    // Also after a start, when it could be an uptime in seconds.
    expect(service.run(inMs(5)).latest?.report?.uptime).toBeNull();
    // Once it counts seconds, it is used again.
    service.runs(2, (index) => started(100 + 60 * index));
    expect(service.state().latest).toMatchObject({ report: { uptime: 160 }, warnings: [] });
  });

  it.each<[string, (index: number) => number]>([
    ['seconds', (index) => 60 * index],
    ['seconds of two instances that are far apart', (index) => 60 * index + (index % 2) * 60_000],
    ['seconds after a start', (index) => 60 * (index % 4)],
  ])('uses an uptime in %s', (_, uptime) => {
    const service = watching(['conditions: { restarting: off }']);
    for (let index = 0; index < 40; index++) {
      expect(service.run(started(uptime(index))).latest).toMatchObject({
        report: { uptime: uptime(index) },
        warnings: [],
      });
    }
  });

  it('shows no restart of a service that every check starts', () => {
    const service = watching();
    service.runs(30, { report: { uptime: 0.4 }, ms: 900 });
    expect(service.state().changes).toEqual([]);
  });

  it('begins with the third start within 15 minutes, and is over 15 minutes after the last', () => {
    const service = loop(10, 70, 10, 70, 10);
    service.runs(20, (index) => started(70 + 60 * index));
    expect(service.transitions()).toEqual(['+restarting 14', '-restarting 29']);
    expect(service.notified()).toEqual(['opened restarting 14', 'resolved restarting 29']);
  });

  it('sees starts that come right after a check', () => {
    expect(loop(59, 119, 59, 119, 59).transitions()).toEqual(['+restarting 14']);
  });

  it('sees a start also if the uptime has grown since the start before', () => {
    expect(loop(5, 20, 40).transitions()).toEqual(['+restarting 12']);
  });

  it('sees starts across short outages', () => {
    const service = watching();
    service.runs(10);
    for (let crash = 0; crash < 3; crash++) {
      service.run({ report: null });
      service.runs(2, (index) => started(20 + 60 * index));
    }
    service.run(started(140));
    expect(service.transitions()).toEqual(['+restarting 17']);
  });

  it.each([
    ['two starts', [10, 70, 10, 70, 130]],
    ['an uptime in minutes', [600, 601, 602, 603, 604, 605]],
  ])('does not begin with %s', (_name, uptimes) => {
    expect(loop(...uptimes).transitions()).toEqual([]);
  });

  it('does not begin with an uptime that always is the same', () => {
    const service = watching();
    service.runs(30, started(7));
    expect(service.transitions()).toEqual([]);
  });

  it('does not begin with a rollout of several instances behind one address', () => {
    const service = watching();
    const ages = [100_000, 200_000, 300_000, 400_000];
    service.runs(60, (index) => started((ages[index % 4] ?? 0) + index * 60));
    service.runs(12, (index) => {
      const isNew = index % 4 <= index / 3;
      return { report: { uptime: isNew ? 20 : (ages[index % 4] ?? 0) + index * 60, version: isNew ? '2' : '1.4.2' } };
    });
    expect(service.transitions()).toEqual([]);
  });
});

describe('memory_full', () => {
  const used = (mb: number, total = 512, uptime?: number) => ({
    report: { memory: { used: mb, total }, ...(uptime !== undefined && { uptime }) },
  });

  it('is notified on the first day: a fixed total at 97 % for a quarter of an hour', () => {
    const service = watching();
    service.runs(40, used(511));
    expect(service.notified()).toEqual(['opened memory_full 16']);
    expect(service.state().conditions[0]?.message).toBe('511 of 512 MB of memory are used (99 %)');
  });

  it('ends after five runs below 92 %', () => {
    const service = watching();
    service.runs(20, used(500));
    service.run(used(480));
    service.runs(4, used(470));
    service.run(used(474));
    service.runs(6, used(470));
    expect(service.transitions()).toEqual(['+memory_full 16', '-memory_full 30']);
  });

  it('does not begin again and again while it is now and then below 97 %', () => {
    const service = watching();
    service.runs(120, (index) => used(index % 14 === 13 ? 490 : 511));
    expect(service.transitions()).toEqual([]);
  });

  it('never begins once the total has changed while the process ran, nor after its restarts', () => {
    const service = watching();
    service.run(used(500, 511));
    service.runs(2 * DAY, used(511));
    service.runs(2 * DAY, (index) => used(511, 512, 5 + index * 60));
    expect(service.transitions()).toEqual([]);
  });

  it('ends at once when the total turns out to be that of a heap', () => {
    const service = watching();
    service.runs(20, used(511));
    service.runs(30, used(513, 514));
    expect(service.transitions()).toEqual(['+memory_full 16', '-memory_full 20']);
  });

  it('begins for another limit after a restart', () => {
    const service = watching();
    service.runs(5, used(300, 256));
    service.runs(20, (index) => used(511, 512, 5 + index * 60));
    expect(service.transitions()).toEqual(['+memory_full 21']);
  });

  it('takes a total that is not round for a limit once it was the same in two lives', () => {
    const service = watching();
    service.runs(DAY, used(106, 107));
    expect(service.transitions()).toEqual([]);
    service.runs(30, (index) => used(106, 107, 5 + index * 60));
    expect(service.transitions()).toEqual([`+memory_full ${DAY + 15}`]);
  });
});

describe('clock_skewed', () => {
  const ahead = (seconds: number) => (index: number) => ({
    report: {
      timestamp: new Date(Date.parse('2026-03-01T12:00:00.015Z') + index * 60_000 + seconds * 1_000).toISOString(),
    },
  });

  it.each([
    [60, []],
    [-60, []],
    [61, ['+clock_skewed 2']],
    [-61, ['+clock_skewed 2']],
  ])('%d s ahead: %j', (seconds, expected) => {
    const service = watching();
    service.runs(5, ahead(seconds));
    expect(service.transitions()).toEqual(expected);
    expect(service.notified()).toEqual([]);
  });

  it('does not begin if the clock of the checker itself is suspected', () => {
    const service = watching();
    service.runs(10, (index) => ({ ...ahead(3_600)(index), ownSkewMs: 3_590_000 }));
    expect(service.transitions()).toEqual([]);
  });
});

describe('wrong_environment', () => {
  const of = (environment: string) => ({ report: { environment } });

  it('begins with another environment than the configured one, and notifies', () => {
    const service = watching(['environment: production']);
    service.runs(3);
    service.runs(2, of('staging'));
    service.runs(3);
    expect(service.notified()).toEqual(['opened wrong_environment 4', 'resolved wrong_environment 7']);
  });

  it('begins with another environment than that of the last day, until that has lasted for a day', () => {
    const service = watching();
    service.runs(DAY + 1);
    service.runs(DAY + 10, of('staging'));
    service.runs(3);
    expect(service.transitions().slice(0, 2)).toEqual([
      `+wrong_environment ${DAY + 2}`,
      `-wrong_environment ${2 * DAY + 1}`,
    ]);
    expect(service.transitions()[2]).toBe(`+wrong_environment ${2 * DAY + 12}`);
    expect(service.notified()).toEqual([]);
  });

  it('is unknown on the first day', () => {
    const service = watching();
    service.runs(100);
    service.runs(5, of('staging'));
    expect(service.transitions()).toEqual([]);
  });
});

describe('mixed_versions', () => {
  const of = (version: string) => ({ report: { version } });

  it('begins if two versions take turns for ten minutes', () => {
    const service = watching();
    service.runs(40, (index) => of(index % 3 === 0 ? '1' : '2'));
    service.runs(40, of('2'));
    expect(service.transitions()).toEqual(['+mixed_versions 12', '-mixed_versions 70']);
  });

  it.each([
    ['a rollout of five minutes', [...'1111212121222222222222']],
    ['a rollback, and the second try', [...'111111222222222111111111222222222222']],
    ['new versions one after the other', [...'11111222222333333444444555555566666666777777']],
  ])('is not %s', (_name, versions) => {
    const service = watching();
    for (const version of versions) service.run(of(version));
    expect(service.transitions()).toEqual([]);
  });
});

describe('half_answers', () => {
  it('begins if every fifth attempt fails and another one is healthy, and ends below every tenth', () => {
    const service = watching();
    service.runs(60);
    service.runs(60, (index) => ({ attempts: index % 3 === 0 ? 2 : 1 }));
    service.runs(60);
    expect(service.transitions()).toEqual([
      expect.stringMatching(/^\+half_answers 1[01]\d$/),
      expect.stringMatching(/^-half_answers 1[45]\d$/),
    ]);
  });

  it('does not begin with a few failures in a moment', () => {
    const service = watching();
    service.runs(60);
    service.runs(6, { attempts: 2 });
    service.runs(60);
    expect(service.transitions()).toEqual([]);
  });
});

describe('the action of a condition', () => {
  it('off looks for nothing, show notifies nobody', () => {
    const service = watching(['conditions: { certificate_expires_soon: off }']);
    expect(service.run({ daysLeft: 1 }).conditions).toEqual([]);
    const shown = watching(['conditions: { certificate_expires_soon: show }']);
    expect(shown.run({ daysLeft: 1 }).conditions).toMatchObject([{ notifies: false }]);
    expect(shown.notified()).toEqual([]);
  });

  it.each([
    ['critical', 'warning'],
    ['warning', 'warning'],
    ['info', 'info'],
  ] as const)('of a service that is %s, the incident is %s', (severity, expected) => {
    const service = watching([], NOW, { severity });
    expect(service.run({ daysLeft: 1 }).incidents).toMatchObject([{ kind: 'condition', severity: expected }]);
  });

  it('has thresholds', () => {
    const service = watching(['conditions: { certificate_expires_soon: { days: [30, 2] } }']);
    expect(service.run({ daysLeft: 29 }).conditions).toMatchObject([{ stage: 0 }]);
    expect(service.run({ daysLeft: 13 }).conditions).toMatchObject([{ stage: 0 }]);
    expect(service.run({ daysLeft: 1 }).conditions).toMatchObject([{ stage: 1 }]);
  });
});

describe('long intervals', () => {
  const starts = (index: number) => (index < 10 ? {} : { report: { uptime: 20 } });
  const turns = (index: number) => ({ report: { version: index % 2 === 0 ? '1' : '2' } });
  const saved = () => ({ attempts: 3 });

  // docs/reference/conditions.md names these.
  it.each([
    ['restarting', 7, starts, []],
    ['mixed_versions', 9, turns, []],
    ['half_answers', 29, saved, []],
    ['restarting', 29, starts, ['conditions: { restarting: { within: 1h } }']],
    ['mixed_versions', 39, turns, ['conditions: { mixed_versions: { for: 40m } }']],
    ['half_answers', 59, saved, ['conditions: { half_answers: { within: 2h } }']],
  ] as const)('%s begins at an interval of %d minutes, and at no longer one', (code, longest, fieldsOf, lines) => {
    const begins = (every: number) => {
      const service = watching(lines);
      service.runs(40, (index) => ({ ...fieldsOf(index), every }));
      return service.transitions().some((one) => one.startsWith(`+${code} `));
    };
    expect([longest, longest + 1].map(begins)).toEqual([true, false]);
  });
});
