/** Tests of the page of an incident. */

import { START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import type { Incident } from '../../../../lambda/core/incident/incident';
import type { Found } from '../../../support/core/deployment-facts';
import { knownOf } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { renderPage } from '../../../support/view/drawn-page';
import { shown } from '../../../support/view/shown-parts';
import { textOf } from '../../../support/view/text-of';
import { HOSTILE } from '../../../support/view/views';

describe('the page of an incident', () => {
  const flapped = () => knownOf({ a: ['well', '503', '503', 'refused', 'well', 'well', 'well'], b: ['well', '500'] });
  const pageOf = (known: DeploymentFacts, service: string, incident: string | null) =>
    renderPage(known, { ...START, of: 'incidents', service, incident });

  const often = (found: Found, times: number) => Array<Found>(times).fill(found);

  it('shows all that is recorded about it', async () => {
    const known = await flapped();
    const [past] = known.services[0]?.state?.incidents ?? [];
    const text = textOf(pageOf(known, 'a', past?.id ?? ''));
    for (const part of [
      'a was down for 3 min Connection refused',
      'Resolved Sun 1 Mar 2026, 11:55:00 – 11:58:00 UTC',
      '11:54:00 Last good check Healthy in 15 ms',
      '11:55:00 Down : HTTP 503 Answered in 15 ms',
      '11:56:00 2 checks in a row failed the same way',
      '11:57:00 Connection refused',
      '11:58:00 Healthy again in 15 ms',
      'Shown by the watch, not sent',
      'the topic shown by the watch others between not sent not sent',
      'Failed checks 3 of 3',
      'Severity critical',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('draws an outage of two periods from its own checks, and says each length once', async () => {
    const found = [...often('well', 20), ...often('refused', 3), ...often('well', 1), ...often('503', 20)] as const;
    const known = await knownOf({ a: [...found, ...often('well', 120)] });
    const html = pageOf(known, 'a', known.services[0]?.state?.incidents[0]?.id ?? '');
    expect(textOf(html)).toContain('a was down for 23 min In two periods, 24 min from first to last');
    expect(textOf(html)).toContain('Failed checks 23 of 24');
    expect(html.match(/class="during incident"/g)).toHaveLength(2 + 1);
    expect(html.match(/class="cross"/g)).toHaveLength(23 + 1);
    expect(textOf(html)).not.toContain('5-minute totals');
  });

  it('says from which regions a service was unreachable', async () => {
    const known = await knownOf({ a: ['well', '503'] });
    const regions = [
      { region: 'eu-central-1', vote: 'unreachable' as const, text: 'connection refused' },
      { region: 'us-east-1', vote: 'reached' as const, text: 'HTTP 503' },
    ];
    const services = known.services.map((one) => {
      const incidents = one.state?.incidents.map((each) => ({ ...each, regions })) ?? [];
      return { ...one, state: one.state && { ...one.state, incidents } };
    });
    const html = pageOf({ ...known, services }, 'a', known.services[0]?.state?.incidents[0]?.id ?? '');
    expect(textOf(html)).toContain('Regions unreachable from 1 of 2 regions; reached from us-east-1 (HTTP 503)');
  });

  it('says how long ago an outage ended', async () => {
    const known = await knownOf({ a: ['well', '503', 'well', 'well'] });
    const later = { ...known, now: known.now + 4 * 86_400_000 + 60_000 };
    expect(textOf(pageOf(later, 'a', known.services[0]?.state?.incidents[0]?.id ?? ''))).toContain('UTC 4 days ago');
  });

  it('says of how many checks of a long outage only the number is stored', async () => {
    const known = await knownOf({ a: [...often('well', 20), ...often('503', 101), ...often('well', 120)] as const });
    const html = pageOf(known, 'a', known.services[0]?.state?.incidents[0]?.id ?? '');
    expect(textOf(html)).toContain('the first and the last are stored one by one; of the 41 between, only the number');
    expect(textOf(html)).toContain('101 checks in a row failed the same way');
  });

  it('says for an open incident what to check first, what may explain it, and what can be done', async () => {
    const known = await knownOf({ a: ['well', { version: '1.5.0' }, '503', '503'] });
    const [open] = known.services[0]?.state?.incidents ?? [];
    const address = { ...START, of: 'incidents', service: 'a', incident: open?.id ?? '' } as const;
    const html = renderPage(known, address, { needsToken: false, canSilence: true });
    const text = textOf(html);
    for (const part of [
      'a has been down for 1 min HTTP 503',
      'Open since Sun 1 Mar 2026, 11:59:00 UTC',
      'Check first Is it being deployed, overloaded',
      'What may explain it Version 1.4.2 → 1.5.0, 1 min before the first failed check',
      '11:58:00 Version 1.4.2 → 1.5.0',
    ]) {
      expect(text).toContain(part);
    }
    expect(
      shown(html)
        .all('button', /: a$/)
        .map(({ name }) => name),
    ).toEqual(['Acknowledge: a', 'Silence: a', 'Check now: a']);
  });

  it.each<[string, Partial<Incident>, string]>([
    ['a condition', { kind: 'condition', reason: 'slow' }, 'a was slow for 1 min'],
    ['a budget', { kind: 'objective', reason: 'availability_burns_fast' }, 'The error budget of a was burning fast'],
    ['a receiver', { kind: 'condition', subject: { kind: 'receiver', id: 'hook' } }, 'hook was refusing its alerts'],
  ])('has a title for %s', async (_, about, title) => {
    const known = await knownOf({ a: ['well', '503', 'well', 'well'] });
    const services = known.services.map(({ state, ...one }) => {
      const incidents = state?.incidents.map((each) => ({ ...each, verdict: 'healthy' as const, ...about })) ?? [];
      return { ...one, state: state && { ...state, incidents } };
    });
    const id = services[0]?.state?.incidents[0]?.id ?? '';
    const text = textOf(pageOf({ ...known, services }, 'a', id));
    expect(text).toContain(title);
    expect(text).not.toContain('Failed checks');
  });

  it('gives steps no class that has a style elsewhere on the page', async () => {
    const known = await knownOf({ a: ['well', { version: '1.5.0' }, '503'] });
    const [open] = known.services[0]?.state?.incidents ?? [];
    const page = pageOf(known, 'a', open?.id ?? '');
    const [, rail = ''] = /<ol class="rail">(.*?)<\/ol>/s.exec(page) ?? [];
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    expect(rail).toContain('Version 1.4.2 → 1.5.0');
    const classes = [...new Set(Array.from(rail.matchAll(/<li class="step ([\w-]+)"/g), ([, name = '']) => name))];
    expect(classes.length).toBeGreaterThan(2);
    expect(classes.filter((name) => new RegExp(`\\.sw \\.${name}[ {:,]`).test(style))).toEqual([]);
  });

  it('says that an incident is not stored, also if its address is hostile', async () => {
    const html = pageOf(await flapped(), 'a', HOSTILE);
    expect(textOf(html)).toContain('This incident is no longer stored, or never existed');
    expect(html).not.toContain('<script>alert');
  });

  it('escapes what services sent, and names the problems of the checker', async () => {
    const known = await knownOf({ a: ['503'] }, { problems: ['ENOSPC'] });
    const services = known.services.map(({ state, ...one }) => {
      const said = { reason: HOSTILE, message: HOSTILE, environment: HOSTILE };
      return { ...one, state: state && { ...state, incidents: state.incidents.map((each) => ({ ...each, ...said })) } };
    });
    const id = services[0]?.state?.incidents[0]?.id ?? '';
    const over = services.map(({ state, ...one }) => ({
      ...one,
      state: state && {
        ...state,
        incidents: state.incidents.map((each) => ({ ...each, over: { at: NOW, why: 'well' as const } })),
      },
    }));
    for (const html of [
      pageOf({ ...known, services }, 'a', id),
      pageOf({ ...known, services: over }, 'a', id),
      pageOf({ ...known, services: over }, 'a', null),
    ]) {
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).not.toMatch(/<script>alert|<img|<svg onload|\son[a-z]+="|\sstyle=/);
      expect(textOf(html)).toContain('ENOSPC');
    }
  });
});
