/** Memory that climbs until its process restarts, and answers that slow down: what begins each, and what does not. */

import { announcedDeaths, falseMemoryAlarms, recorded } from '../../../../bench/recorded-memory';
import { type Watcher, watching } from '../../../support/core/watching';
import { runs, SEED } from '../../../support/jest/lane';

const DAY = 24 * 60;
/** Lives of a process, each with its memory in each minute. */
const lived = (service: Watcher, ...lives: readonly (readonly number[])[]) => {
  for (const life of lives) {
    service.runs(life.length, (minute) => ({
      report: { uptime: 5 + minute * 60, memory: { used: life[minute], total: Math.ceil((life[minute] ?? 0) * 1.1) } },
    }));
  }
  return service;
};
/** A leak with a collector that lets memory rise by 9 MB in four minutes. */
const leak = (minutes: number, from: number, to: number) =>
  Array.from({ length: minutes }, (_, minute) => from + ((to - from) * minute) / minutes + 3 * (minute % 4));

describe('memory_filling', () => {
  it('is not said of one restart at the highest memory, which a cache that fills has too', () => {
    expect(lived(watching(), leak(200, 60, 490), leak(70, 60, 120)).transitions()).toEqual([]);
  });

  it('is notified before each later death, and says where it restarted', () => {
    const service = lived(watching(), leak(200, 60, 490), leak(200, 60, 490), leak(200, 60, 490), [60]);
    expect(service.notified().filter((one) => one.startsWith('opened'))).toEqual([
      'opened memory_filling 343',
      'opened memory_filling 543',
    ]);
    expect(service.messages()).toContain('memory has climbed to 480 of about 500 MB, where it restarted once');
    expect(service.messages()).toContain('memory has climbed to 480 of about 500 MB, where it restarted twice');
  });

  it('is notified at the second restart of a process that got less far than in the life before', () => {
    const service = lived(watching(), leak(200, 60, 490), leak(120, 60, 300), [60]);
    expect(service.notified()).toEqual(['opened memory_filling 320']);
    expect(service.messages()).toEqual(['restarted twice at its highest memory, last at 307 MB']);
  });

  it('goes on for a service that dies each half hour, without another alert for each life', () => {
    const service = lived(watching(), ...Array.from({ length: 10 }, () => leak(30, 60, 490)));
    expect(service.notified().map((one) => one.split(' ')[0])).toEqual(['opened']);
  });

  it('ends with a restart for a new version, which is no death', () => {
    const service = lived(watching(), leak(200, 60, 490), leak(180, 60, 450));
    expect(service.state().conditions).toHaveLength(1);
    service.run({ report: { version: '2.0.0', uptime: 5, memory: { used: 60, total: 512 } } });
    expect(service.state().conditions).toEqual([]);
  });

  it('says no more of a height where the service has lived for long', () => {
    const plateau = Array.from({ length: 300 }, (_, minute) => Math.min(60 + 10 * minute, 500));
    const service = lived(watching(), leak(200, 60, 490), plateau, leak(150, 60, 490));
    expect(service.notified()).toEqual(['opened memory_filling 232', 'resolved memory_filling 323']);
  });

  const cache = (minutes: number) => Array.from({ length: minutes }, (_, at) => 60 + 400 * (1 - Math.exp(-at / 60)));
  const cycles = (minutes: number) => Array.from({ length: minutes }, (_, at) => 60 + 4 * (at % 100));
  const step = (minutes: number) => Array.from({ length: minutes }, (_, at) => (at > minutes / 2 ? 450 : 60));
  const day = (minutes: number) =>
    Array.from({ length: minutes }, (_, at) => 260 - 200 * Math.cos((at * Math.PI) / 720));
  it.each([
    ['a cache that has filled', [cache(300), cache(300), cache(300)]],
    ['a collector that has run in the life before', [cycles(250), cycles(90), cycles(90)]],
    ['a step', [step(100), step(100), step(100)]],
    ['the load of the day', [day(DAY + 600), day(600), day(600)]],
    ['lives of a few minutes', [leak(3, 60, 490), leak(3, 60, 490), leak(3, 60, 490)]],
    ['a heap that grows by a few megabytes', [leak(200, 800, 807), leak(200, 800, 807), leak(200, 800, 807)]],
  ])('is not %s', (_, lives) => {
    expect(lived(watching(), ...lives).transitions()).toEqual([]);
  });
});

describe('memory as real processes report it', () => {
  it('notifies nobody of a process that is well', () => {
    const days = runs(1, 4);
    expect(falseMemoryAlarms(SEED, 2 * recorded('well').length, days).alarms).toEqual([]);
  });

  it.each(recorded('leaking').map((leak) => [leak.name, leak] as const))(
    'is notified before each death by %s, after the first',
    (_, leak) => {
      const { deaths, minutes } = announcedDeaths(leak, 0, true);
      expect(deaths).toBeGreaterThan(1);
      expect(minutes).toHaveLength(deaths);
    },
  );
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

  it('restarts the count after a failing check', () => {
    const service = watching(['slow: 800ms']);
    service.runs(4, took(900));
    service.run({ report: null });
    service.runs(4, took(900));
    expect(service.transitions()).toEqual([]);
  });
});
