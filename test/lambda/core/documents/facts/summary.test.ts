/** Tests of the summary of all services: headline, counts, what failing services share, and title. */

import fc from 'fast-check';
import { deploymentDocument } from '../../../../../lambda/core/documents/deployment-document';
import { beginningsOf } from '../../../../../lambda/core/documents/facts/beginnings';
import type { DeploymentFacts } from '../../../../../lambda/core/documents/facts/deployment-facts';
import { countSummaryStates } from '../../../../../lambda/core/documents/facts/shown-state';
import { wholeOf } from '../../../../../lambda/core/documents/facts/whole';
import { shortInstant } from '../../../../../lambda/core/documents/words/format';
import * as words from '../../../../../lambda/core/documents/words/summary-words';
import { degrade, type Found, knownOf, often } from '../../../../support/core/deployment-facts';
import { NOW } from '../../../../support/core/observations';
import { silenceAt } from '../../../../support/core/silences';
import { runs } from '../../../../support/jest/lane';

const headlineOf = (known: DeploymentFacts) => words.headlineOf(deploymentDocument(known));
const news = (known: DeploymentFacts) => words.news(deploymentDocument(known));
const titleOf = (known: DeploymentFacts, mark: string) => words.titleOf(deploymentDocument(known), mark);
const countsIn = (known: DeploymentFacts) => Object.fromEntries(countSummaryStates(known));

describe('all services', () => {
  it.each<[string, Record<string, Found[]>, string]>([
    ['all well', { a: ['well'], b: ['well'] }, '2 of 2 healthy'],
    ['one down', { a: ['well'], b: ['well', ...often('refused', 5)] }, '1 of 2 down: b'],
    ['the worst first', { a: ['500'], b: ['503'], c: ['refused'], d: ['well'] }, '3 of 4 down: c, a, b'],
    ['too many to be named', { a: ['500'], b: ['503'], c: ['refused'], d: ['refused'] }, '4 of 4 down'],
    ['well again, but not for long enough', { a: ['503', 'well'] }, '1 of 1 recovering: a'],
    ['well again', { a: ['503', 'well', 'well'] }, '1 of 1 healthy'],
    ['nothing yet', { a: [], b: [] }, 'The first check is under way'],
    ['one not yet', { a: ['well'], b: [] }, '1 of 2 unknown: b'],
    ['not checked any more', { a: ['well', ...often('none', 4)], b: ['well'] }, '1 of 2 unknown: a'],
    [
      'of several kinds',
      { a: ['503'], b: ['503', 'well'], c: [], d: ['well'] },
      '1 of 4 down: a · 1 unknown: c · 1 recovering: b',
    ],
  ])('%s', async (_, stories, expected) => {
    const known = await knownOf(stories);
    expect(expected.startsWith('The first') ? headlineOf(known) : news(known)).toBe(expected);
  });

  it('are counted once each, in any state, silenced or not', async () => {
    const found = fc.constantFrom<Found>('well', '503', 'refused', '500', 'none');
    const story = fc.array(found, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 6 }), fc.boolean(), async (stories, isSilenced) => {
        const silences = isSilenced ? [silenceAt(NOW, { services: ['s0', 's1'] })] : [];
        const known = await knownOf(Object.fromEntries(stories.map((one, index) => [`s${index}`, one])), { silences });
        const counts = Object.values(countsIn(degrade(known, 's0', { slow: 3 })));
        expect(counts.reduce((sum, count) => sum + count)).toBe(stories.length);
      }),
      { numRuns: runs(20) },
    );
  });

  it('that are silenced are counted separately and named', async () => {
    const stories: Record<string, Found[]> = { a: ['503'], b: ['500'], c: ['well'] };
    const known = await knownOf(stories, { silences: [silenceAt(NOW, { services: ['a', 'c'] })] });
    expect(news(known)).toBe('1 of 3 down: b · 1 silenced: a (silenced)');
    const alone = await knownOf({ a: ['503'], c: ['well'] }, { silences: [silenceAt(NOW, { planned: true })] });
    expect([news(alone), wholeOf(alone)]).toEqual(['1 of 2 in maintenance: a (in maintenance)', 'degraded']);
  });

  it('that are degraded are named with their condition', async () => {
    const known = await knownOf({ a: often('well', 9), b: ['503'], c: ['well'] });
    expect(news(degrade(known, 'a', { slow: 5 }))).toBe('1 of 3 down: b · 1 degraded: a slow');
    const three = { slow: 5, certificate_expires_soon: 300, memory_filling: 7 };
    expect(news(degrade(known, 'a', three))).toContain('a degraded: slow, certificate expires soon and 1 more');
    expect(news(degrade(known, 'b', { slow: 5 }))).toBe(news(known));
  });

  it('of severity info count, and come last', async () => {
    const { services, ...known } = await knownOf({ a: ['refused'], b: ['503'], c: ['well'] });
    const informed = {
      ...known,
      services: services.map((one) => ({
        ...one,
        service: { ...one.service, severity: one.service.id === 'a' ? ('info' as const) : ('warning' as const) },
      })),
    };
    expect(news(informed)).toBe('2 of 3 down: b, a');
  });

  it('announce no next check if nothing can be read', async () => {
    const known = await knownOf({ a: [], b: [] }, { problems: ['the state can not be read'] });
    expect(headlineOf(known)).toBe('No data for the services');
  });

  it('are news only if a state changes', async () => {
    const known = await knownOf({ a: often('well', 3), b: ['well', 'refused'] });
    expect(news({ ...known, now: known.now + 100_000 })).toBe(news(known));
  });
});

describe('the title of a tab', () => {
  it.each<[Record<string, Found[]>, string, string]>([
    [{ a: ['503'], b: ['well'] }, 'shop', '✕ 1 of 2 down: a · shop'],
    [{ 'a-service-with-a-name-of-nearly-sixty-letters-is-rather-long': ['503'] }, 'shop', '✕ 1 of 1 down · shop'],
    [{ a: ['well'] }, 'shop', '✕ 1 of 1 healthy · shop'],
    [{ a: ['well'] }, 'x'.repeat(64), `✕ 1 of 1 healthy · ${'x'.repeat(40)}…`],
  ])('has 60 characters at most: %j of %s', async (stories, deployment, expected) => {
    const title = titleOf({ ...(await knownOf(stories)), deployment }, '✕');
    expect(title).toBe(expected);
    expect(title.length).toBeLessThanOrEqual(60);
  });
});

describe('failing services', () => {
  it.each<[Record<string, Found[]>, string | null]>([
    [{ a: ['503'], b: ['well'] }, null],
    [{ a: ['well', '503'], b: ['well', '500'] }, 'all down since 12:00'],
    [{ a: ['well', '503', '503'], b: ['well', '500'] }, 'a first: all down since 11:59'],
    [{ a: often('503', 9), b: often('503', 9), c: ['500'] }, 'one after the other, from 11:52 to 12:00'],
    [{ a: ['well', ...often('503', 9)], b: ['well', '500'] }, 'a first: one after the other, from 11:52 to 12:00'],
    [{ a: ['well', '503', 'well', '503'], b: ['well', '503'] }, 'all down since 12:00'],
  ])('began to fail at once or not: %j', async (stories, expected) => {
    const found = beginningsOf(await knownOf(stories));
    const times = [found?.from, found?.to].flatMap((time) => (time ? [shortInstant(Date.parse(time), NOW)] : []));
    const first = found?.first ? `${found.first} first: ` : '';
    expect(found === null ? null : `${first}${found.text} ${times.join(' to ')}`).toBe(expected);
  });

  it.each<[readonly (string | null)[], string | null]>([
    [['shop', 'shop', 'shop'], 'all in shop'],
    [['shop', 'shop', 'office'], '2 in shop'],
    [['shop', 'office', null], null],
    [['shop', 'shop', 'office', 'office'], null],
    [[null, null, null], null],
  ])('are in one group or not: %j', async (groups, expected) => {
    const { services, ...known } = await knownOf(Object.fromEntries(groups.map((_, index) => [`s${index}`, ['503']])));
    const grouped = services.map((one, index) => ({
      ...one,
      service: { ...one.service, group: groups[index] ?? null },
    }));
    expect(beginningsOf({ ...known, services: grouped })?.group).toBe(expected);
  });
});

describe('the overall state', () => {
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
