import { type Range, START } from '../../../../lambda/core/documents/address';
import { type Found, knownOf, often } from '../../../support/core/deployment-facts';
import { renderPage } from '../../../support/view/drawn-page';
import { shown } from '../../../support/view/shown-parts';
import { textOf } from '../../../support/view/text-of';
import { HOSTILE, shop } from '../../../support/view/views';

describe('the page of a service', () => {
  it('shows the last check in full', async () => {
    const known = await knownOf({ a: ['well', { region: 'eu-1', memory: { used: 600, total: 512 } }] });
    const text = textOf(renderPage(known, { ...START, service: 'a' }));
    for (const part of [
      '12:00:00 · HTTP 200 · 1 attempt',
      'Connect',
      '2.0 ms',
      '"region" : "eu-1"',
      'Memory used (600 MB) is over its total (512 MB)',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('lists the last checks, or for a longer range the times with failures', async () => {
    const known = await knownOf({ a: [...often('well', 30), 'refused', ...often('well', 2)], b: ['well'] });
    const textAt = (service: string, range: Range) => textOf(renderPage(known, { ...START, service, range }));
    expect(textAt('a', 'latest')).toMatch(
      /The last 20 checks 12:00:00 UTC: healthy, .* 11:58:00 UTC: connection refused/,
    );
    expect(textAt('a', '24h')).toMatch(
      /When it failed From 11:45:00 UTC: 15 checks, 1 failed: unreachable, p50 15 ms, p95 15 ms/,
    );
    expect(textAt('b', 'latest')).toContain('The last 1 check 12:00:00 UTC: healthy');
    expect(textAt('b', '24h')).not.toContain('When it failed');
    // Screen readers get one image for all bars, not sixty.
    const images = shown(renderPage(known, { ...START, service: 'a' })).all('img');
    expect(images.length).toBeGreaterThan(0);
    expect(images.length).toBeLessThan(10);
  });

  it('shows what a failing service reported when it was last healthy', async () => {
    const known = await knownOf({ a: [...often('well', 3), 'refused', 'refused'] });
    const text = textOf(renderPage(known, { ...START, service: 'a' }));
    expect(text).toContain('Last healthy 11:58 , version 1.4.2, up 1 h 2 min, memory 256 of 512 MB');
  });

  it('shows what other contracts report, without empty figures', async () => {
    const degraded = { status: 'WARN', checks: { db: { status: 'warn', output: '<b>slow' } } };
    const none = { service: undefined, timestamp: undefined, environment: undefined, version: undefined };
    const nothing = { ...none, uptime: undefined, memory: undefined };
    const textOfA = async (contract: string, ...story: readonly Found[]) => {
      const found = story.map((each) => (typeof each === 'object' ? { ...nothing, ...each } : each));
      return textOf(renderPage(await knownOf({ a: found }, {}, [`contract: ${contract}`]), { ...START, service: 'a' }));
    };
    const common = await textOfA('common', degraded);
    expect(common).toContain('status "WARN" (HTTP 200): db (&lt;b&gt;slow)');
    expect(common).toContain('Response body Copy { "status" : "degraded", "checks" : {');
    expect(common).not.toMatch(/environment –|uptime \(s\)|memory\.used/);
    expect(await textOfA('common', { status: 'UP' }, 'refused')).toMatch(/Last healthy 11:59 (?!,)/);
    expect(await textOfA('http', {})).toContain('Healthy by its HTTP status; the body is not stored.');
    expect(await textOfA('http', '503')).toContain('"error" : "Database connection failed"');
  });

  it('says how many failing checks are missing for an incident', async () => {
    const known = await knownOf({ a: ['well', '503', '500'] }, {}, ['alerts: { failureThreshold: 3 }']);
    const text = textOf(renderPage(known, START));
    expect(text).toContain('2 of 3 failing checks that open an incident');
  });

  it('names a service that does not exist, with links to those that do', async () => {
    const known = await shop();
    const html = renderPage(known, { ...START, service: HOSTILE, range: '7d' });
    expect(html).toContain('<title>There is no service &quot;');
    expect(
      shown(html)
        .all('link', 'user-service')
        .map(({ href }) => href),
    ).toEqual(['/services/user-service?range=7d']);
    expect(html).not.toContain('<script>alert');
  });

  it('keeps the range in the links there and back', async () => {
    const known = await shop();
    expect(renderPage(known, { ...START, range: '7d' })).toContain('href="/services/user-service?range=7d"');
    expect(renderPage(known, { ...START, range: '7d', service: 'user-service' })).toContain('href="/?range=7d"');
  });
});
