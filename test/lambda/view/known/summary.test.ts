/** One sentence for how things are, and what it hangs on. */

import type { Silence } from '../../../../lambda/core/silence/silence';
import { beginningsText, news, summaryClauses, wholeOf } from '../../../../lambda/view/known/summary';
import { describeInstant } from '../../../../lambda/view/words/format';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { degrade, type Found, knownOf, often } from '../../../support/view/known';

const sentence = (known: Awaited<ReturnType<typeof knownOf>>) =>
  summaryClauses(known)
    .map(({ text, time }) => (time === null ? text : `${text} ${time}`))
    .join(', ');

describe('the sentence', () => {
  it.each<[string, Record<string, Found[]>, string]>([
    ['all well', { a: ['well'], b: ['well'] }, '2 of 2 healthy'],
    ['one down', { a: ['well'], b: ['well', ...often('refused', 5)] }, '1 of 2 healthy, b unreachable for 4 min'],
    [
      'the worst first',
      { a: ['500'], b: ['503'], c: ['refused'], d: ['well'] },
      '1 of 4 healthy, c unreachable for 0 s, a in error for 0 s, b unhealthy for 0 s',
    ],
    [
      'too many to be named',
      { a: ['500'], b: ['503'], c: ['refused'], d: ['refused'] },
      '0 of 4 healthy, 2 unreachable, 1 in error, 1 unhealthy',
    ],
    [
      'from its first failure, whatever the verdict was',
      { a: ['well', '503', '500', 'refused'] },
      '0 of 1 healthy, a unreachable, failing for 2 min',
    ],
    ['well again, but not for long enough', { a: ['503', 'well'] }, '1 of 1 healthy, a recovering'],
    ['well again', { a: ['503', 'well', 'well'] }, '1 of 1 healthy'],
    ['nothing yet', { a: [], b: [] }, 'The first check is under way'],
    ['one not yet', { a: ['well'], b: [] }, '1 of 2 healthy, b not checked yet'],
    [
      'silence',
      { a: ['well', 'none', 'none', 'none', 'none'], b: ['well'] },
      `1 of 2 healthy, a not checked since ${describeInstant(NOW - 240_000, NOW)}`,
    ],
    [
      'silence of all',
      {
        a: ['500', ...often('none', 5)],
        b: ['well', ...often('none', 5)],
        c: ['well', ...often('none', 5)],
        d: ['well', ...often('none', 5)],
      },
      '0 of 4 healthy, 4 not checked lately',
    ],
  ])('%s', async (_, stories, expected) => {
    expect(sentence(await knownOf(stories))).toBe(expected);
  });

  it('names failing services of severity info after the other failing ones', async () => {
    const { services, ...known } = await knownOf({ a: ['refused'], b: ['503'], c: ['well'] });
    const severed = services.map((one) => {
      const severity = one.service.id === 'a' ? ('info' as const) : ('warning' as const);
      return { ...one, service: { ...one.service, severity } };
    });
    const informed = { ...known, services: severed };
    expect([sentence(informed), wholeOf(informed)]).toEqual([
      '1 of 3 healthy, b unhealthy for 0 s, a unreachable for 0 s',
      'failing',
    ]);
  });

  it.each<[string, Record<string, Found[]>, Partial<Silence>, string]>([
    [
      'one',
      { a: ['503'], b: ['500'] },
      { services: ['a'] },
      '0 of 2 healthy, b in error for 0 s, a unhealthy (silenced) for 0 s',
    ],
    ['planned', { a: ['503'] }, { planned: true }, '0 of 1 healthy, a unhealthy (maintenance) for 0 s'],
    ['a healthy one', { a: ['well'] }, { services: ['a'] }, '1 of 1 healthy'],
    [
      'some of many',
      { a: ['500'], b: ['503'], c: ['refused'], d: ['refused'] },
      { services: ['a', 'd'] },
      '0 of 4 healthy, 2 unreachable, 1 in error, 1 unhealthy, 2 of these silenced',
    ],
    [
      'many, planned',
      { a: ['500'], b: ['503'], c: ['refused'], d: ['refused'] },
      { services: ['a', 'd'], planned: true },
      '0 of 4 healthy, 2 unreachable, 1 in error, 1 unhealthy, 2 of these in maintenance',
    ],
  ])('with a silence of %s still says what fails', async (_, stories, silence, expected) => {
    const known = await knownOf(stories, { silences: [silenceAt(NOW, silence)] });
    expect([sentence(known), wholeOf(known)]).toEqual([expected, wholeOf({ ...known, silences: [] })]);
  });

  it('names what is not right about services that answer healthy, after those that fail', async () => {
    const known = await knownOf({ a: often('well', 9), b: ['503'], c: ['well'], d: [] });
    expect(sentence(degrade(known, 'a', { slow: 5 }))).toBe(
      '1 of 4 healthy, b unhealthy for 0 s, d not checked yet, a degraded: slow for 5 min',
    );
    const three = { slow: 5, certificate_expires_soon: 300, memory_filling: 7 };
    expect(sentence(degrade(known, 'a', three))).toContain(
      'a degraded: slow, certificate expires soon and 1 more for 5 h',
    );
    expect(sentence(degrade(known, 'b', { slow: 5 }))).toBe(sentence(known));
  });

  it('counts the degraded services if they are many, and still says that one of them recovers', async () => {
    const known = await knownOf({ a: ['503', 'well'], b: ['well'], c: ['well'], d: ['well'] });
    const degraded = ['a', 'b', 'c', 'd'].reduce((before, id) => degrade(before, id, { slow: 1 }), known);
    expect(sentence(degraded)).toBe('0 of 4 healthy, 4 degraded, a recovering');
  });

  it('does not promise a check if nothing can be read', async () => {
    const known = await knownOf({ a: [], b: [] }, { problems: ['the state can not be read'] });
    expect(sentence(known)).toBe('Nothing is known of the services');
  });

  it('without times changes only when a state does', async () => {
    const story = { a: often('well', 3), b: ['well', 'refused'] as Found[] };
    const known = await knownOf(story);
    const later = { ...known, now: known.now + 100_000 };
    expect(news(later)).toBe(news(known));
    expect(sentence(later)).not.toBe(sentence(known));
  });
});

describe('which services fail, and whether they began at once', () => {
  it.each<[Record<string, Found[]>, string | null]>([
    [{ a: ['503'], b: ['well'] }, null],
    [{ a: ['503'], b: ['500'] }, 'all at once, 12:00:00 UTC'],
    [{ a: ['503', '503'], b: ['well', '500'] }, 'all at once, 11:59:00 UTC'],
    [{ a: often('503', 9), b: ['500'], c: ['500'] }, '2 of 3 at once, 12:00:00 UTC'],
    [{ a: often('503', 9), b: ['500'] }, 'one after the other, from 11:52:00 UTC to 12:00:00 UTC'],
    [{ a: ['503'], b: ['500'], c: ['500'], d: ['refused'], e: ['well'] }, 'a, b, c, d · all at once, 12:00:00 UTC'],
  ])('of %j', async (stories, expected) => {
    expect(beginningsText(await knownOf(stories))).toBe(expected);
  });

  it('names failing services of severity info after the other failing ones, also if they fail for longer', async () => {
    const { services, ...known } = await knownOf({
      a: often('503', 3),
      b: ['500'],
      c: ['500'],
      d: ['500'],
      e: ['500'],
    });
    const informed = services.map((one) => ({
      ...one,
      service: { ...one.service, severity: one.service.id === 'a' ? ('info' as const) : ('critical' as const) },
    }));
    expect(beginningsText({ ...known, services: informed })).toBe('b, c, d, e, a · 4 of 5 at once, 12:00:00 UTC');
  });
});

describe('the whole', () => {
  it('does not fail because of a service of severity info', async () => {
    const { services, ...known } = await knownOf({ a: ['well'], b: ['503'] });
    const informed = (ids: readonly string[]) => ({
      ...known,
      services: services.map(({ service, ...rest }) => ({
        ...rest,
        service: { ...service, severity: ids.includes(service.id) ? ('info' as const) : service.severity },
      })),
    });
    expect(wholeOf(informed(['a']))).toBe('failing');
    expect(wholeOf(informed(['b']))).toBe('healthy');
    expect(wholeOf(informed(['a', 'b']))).toBe('degraded');
  });

  it.each<[Record<string, Found[]>, string]>([
    [{ a: ['well'], b: ['well'] }, 'healthy'],
    [{ a: ['well'], b: ['503'] }, 'failing'],
    [{ a: ['well'], b: [] }, 'unknown'],
    [{ a: ['500'], b: [] }, 'failing'],
    [{ a: ['500', ...often('none', 4)] }, 'unknown'],
  ])('of %j is %s', async (stories, expected) => {
    expect(wholeOf(await knownOf(stories))).toBe(expected);
  });

  it.each<[Record<string, Found[]>, string]>([
    [{ a: ['well'], b: ['well'] }, 'degraded'],
    [{ a: ['well'], b: [] }, 'unknown'],
    [{ a: ['well'], b: ['503'] }, 'failing'],
    [{ a: ['503'] }, 'failing'],
    [{ a: ['well', ...often('none', 4)] }, 'unknown'],
  ])('of %j with a condition of a is %s', async (stories, expected) => {
    expect(wholeOf(degrade(await knownOf(stories), 'a', { slow: 1 }))).toBe(expected);
  });
});
