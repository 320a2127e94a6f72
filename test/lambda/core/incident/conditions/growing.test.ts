/** Memory that fills, and answers that slow down: what begins each, and what does not. */

import { watching } from '../../../../support/core/watching';

const DAY = 24 * 60;
const used = (mb: number, total = 512) => ({ report: { memory: { used: Math.round(mb * 10) / 10, total } } });
/** Two days with a collector that lets memory rise by 40 MB in ten minutes. */
const saw = (index: number) => 200 + 4 * (index % 10);

describe('memory_filling', () => {
  const twoDays = watching();
  beforeAll(() => {
    twoDays.runs(2 * DAY, (index) => used(saw(index)));
  });

  const filling = (growth: (minute: number) => number, minutes: number) => {
    const service = twoDays.fork();
    service.runs(minutes, (index) => used(saw(index) + growth(index)));
    return service;
  };

  it.each([
    ['an hour and a half', 312 / 90, 60],
    ['three hours', 312 / 180, 150],
    ['twelve hours', 312 / 720, 690],
  ])('is notified half an hour before memory is full, after a leak of %s', (_name, mbAMinute, minutes) => {
    const service = filling((minute) => Math.min(272, minute * mbAMinute), minutes);
    expect(service.notified().filter((one) => one.includes('filling'))).toEqual([
      expect.stringMatching(/^opened memory_filling /),
    ]);
  });

  it('is notified half an hour before memory is full, if a leak lies under cycles of ten minutes that once took an hour', () => {
    const service = watching();
    const cycle = (minute: number) => (minute % DAY < 60 ? 60 : 10);
    const saw = (minute: number) => 120 + (140 * (minute % cycle(minute))) / cycle(minute);
    service.runs(2 * DAY + 120, (minute) => used(saw(minute)));
    service.runs(100, (minute) => used(Math.min(512, saw(minute + 120) + minute * 3)));
    expect(service.notified()).toEqual([expect.stringMatching(/^opened memory_filling /)]);
  });

  it('says since when it has grown, and when it will be full', () => {
    const [condition] = filling((minute) => minute * 2, 100).state().conditions;
    expect(condition?.message).toMatch(
      /^memory has grown from \d+ to \d+ of 512 MB since 1[23]:\d\d and will be full at about 14:[23]\d UTC$/,
    );
  });

  it('ends with a start, and when the growth has ended', () => {
    const restarted = filling((minute) => minute * 2, 100);
    restarted.run({ report: { uptime: 5, memory: { used: 150, total: 512 } } });
    expect(restarted.state().conditions).toEqual([]);
    const ended = filling((minute) => Math.min(minute * 2, 180), 240);
    expect(ended.transitions().map((one) => one.split(' ')[0])).toEqual(['+memory_filling', '-memory_filling']);
  });

  it.each([
    ['a cache that warms up', (minute: number) => 120 * (1 - Math.exp(-minute / 40))],
    ['a step', (minute: number) => (minute > 30 ? 150 : 0)],
    ['a day and its load', (minute: number) => 60 - 60 * Math.cos((minute / DAY) * 2 * Math.PI)],
  ])('is not %s', (_, growth) => {
    expect(filling(growth, DAY).transitions()).toEqual([]);
  });

  it('is not a collector that runs each two hours', () => {
    const service = watching();
    service.runs(3 * DAY, (index) => used(saw(index) + 1.5 * (index % 120)));
    expect(service.transitions()).toEqual([]);
  });

  it('does not begin with figures whose sums are no numbers', () => {
    const total = 1.7e308;
    const service = watching();
    service.runs(DAY + 60, { report: { memory: { used: total / 8, total } } });
    service.runs(120, (index) => ({ report: { memory: { used: total / 8 + index * 5e305, total } } }));
    expect(service.transitions()).toEqual([]);
  });

  it('is not a total that grows with what is used', () => {
    const service = watching();
    service.runs(3 * DAY, (index) => used(200 + index / 20, 240 + index / 20));
    expect(service.transitions()).toEqual([]);
  });
});

describe('slow', () => {
  const took = (ms: number) => ({ ms });

  it('begins if the median is twice the p95 of the last day, and 100 ms above it', () => {
    const service = watching();
    service.runs(31 * 60, (index) => took(index % 20 === 0 ? 900 : 100));
    service.runs(10, took(190));
    expect(service.transitions()).toEqual([]);
    service.runs(10, took(250));
    expect(service.state().conditions).toMatchObject([
      {
        notifies: false,
        message: expect.stringMatching(
          /^the median of the last 5 runs is 250 ms, over 2 times the p95 of the last day \(\d+ ms\)$/,
        ),
      },
    ]);
    service.runs(10, took(100));
    expect(service.transitions().map((one) => one.split(' ')[0])).toEqual(['+slow', '-slow']);
  });

  it('begins above the key slow if that is set, and notifies', () => {
    const service = watching(['slow: 800ms']);
    service.runs(10, took(700));
    service.runs(10, (index) => took(index % 3 === 0 ? 900 : 500));
    service.runs(6, took(801));
    service.runs(10, took(600));
    expect(service.notified()).toEqual(['opened slow 22', 'resolved slow 32']);
  });

  it('begins to count anew after a failing check', () => {
    const service = watching(['slow: 800ms']);
    service.runs(4, took(900));
    service.run({ report: null });
    service.runs(4, took(900));
    expect(service.transitions()).toEqual([]);
  });
});
