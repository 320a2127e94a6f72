/** Tests of how objectives and error budgets are shown. */

import { START } from '../../../../lambda/core/documents/address';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { renderPage } from '../../../support/view/drawn-page';
import { textOf } from '../../../support/view/text-of';

describe('an objective', () => {
  const story = { a: [...often('well', 30), '500', ...often('well', 29)] as const, b: ['well'] as const, c: [] };
  const known = (lines: readonly string[]) => knownOf(story, {}, ['alerts: { successThreshold: 1 }', ...lines]);

  it('shows what is left of its budget, with a bar', async () => {
    const both = await known(['objective: { availability: 99%, responseTime: { under: 800ms, share: 99.5% } }']);
    const html = renderPage(both, { ...START, service: 'a' });
    expect(textOf(html).match(/\(aim 99(\.5)? %\)/g)).toHaveLength(2);
    expect(html).toMatch(/class="[^"]*\benough\b/);
  });

  it('shows no figures of a service without one, and how to set one', async () => {
    const text = textOf(renderPage(await known([]), { ...START, service: 'a' }));
    expect(text).toContain('Error budget No objective How to set one');
    expect(text).not.toMatch(/objective:|\(aim| left/);
  });

  it('shows what is left of its budget in a row as a figure, without a bar', async () => {
    const lines = ['objective: { availability: 97%, responseTime: { under: 800ms, share: 99.5% } }'];
    const html = renderPage(await known(lines), START);
    expect(textOf(html)).toContain(' Budget left 99 % Version 1.4.2 ');
    expect(html).not.toContain('class="meter"');
  });

  it('looks different if its budget is low or spent', async () => {
    const days = often('500', 20);
    const of = (share: string) =>
      knownOf({ a: [...often('well', 40), ...days] }, {}, [`objective: { availability: ${share}, window: 1d }`]);
    const own = async (share: string) => renderPage(await of(share), { ...START, service: 'a' });
    expect(await own('98.5%')).toMatch(/class="[^"]*\blow\b/);
    expect(await own('99.9%')).toMatch(/class="[^"]*\bspent\b/);
    expect(renderPage(await of('99.9%'), START)).toMatch(/class="[^"]*\bspent\b/);
  });
});
