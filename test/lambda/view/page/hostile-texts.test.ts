/** Tests that texts of services stay texts in every view, whatever the store holds. */

import fc from 'fast-check';
import { deploymentDocument } from '../../../../lambda/core/documents/deployment-document';
import { serviceNow } from '../../../../lambda/core/documents/service-document';
import { readState } from '../../../../lambda/core/state/stored-state';
import { renderWidget } from '../../../../lambda/view/page/widget';
import { knownOf } from '../../../support/core/deployment-facts';
import { damagedState } from '../../../support/core/json-values';
import { NOW } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';
import { textOf } from '../../../support/view/text-of';
import { HOSTILE, shop, VIEWS } from '../../../support/view/views';

const hostile = () => knownOf({ a: [{ version: HOSTILE, environment: HOSTILE, [HOSTILE]: HOSTILE }] });

describe.each(VIEWS)('%s', (_, render) => {
  it('escapes what services sent', async () => {
    const html = render(await hostile());
    for (const live of ['<script>alert', '<img', '<svg onload', 'onerror="', "onload='"])
      expect(html).not.toContain(live);
    expect(html).toContain('&lt;script&gt;');
  });

  it('has no inline script and no style attributes', async () => {
    const html = render(await shop());
    expect(html).not.toMatch(/<script(?! src="\/live\.js")|\son[a-z]+=|\sstyle=|javascript:/i);
  });
});

it('the widget escapes what services sent', async () => {
  const known = await hostile();
  const rows = known.services.map((service) => serviceNow(known, service));
  const html = renderWidget({ deployment: deploymentDocument(known), rows, pageUrl: null });
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<script|<img|<svg/);
});

describe('any stored state', () => {
  const huge = Number.MAX_VALUE;
  const WITH_LARGE_FIGURES: [unknown][] = [
    [{ schema: 1, latest: { at: NOW, timings: { dnsMs: 1e300, connectMs: huge, tlsMs: huge, firstByteMs: huge } } }],
    [
      {
        schema: 1,
        latest: { at: NOW, report: { status: 'healthy', uptime: huge, memory: { used: huge, total: huge } } },
      },
    ],
    [
      {
        schema: 1,
        latest: { at: NOW, attempts: huge, httpStatus: huge, certificate: { expiresAt: NOW, daysLeft: huge } },
      },
    ],
  ];
  it('is drawn in every view', async () => {
    const known = await shop();
    fc.assert(
      fc.property(damagedState, (raw) => {
        const state = readState(raw);
        const services = known.services.map((service) => ({ ...service, state }));
        for (const [, render] of VIEWS) expect(render({ ...known, services })).not.toMatch(/undefined|NaN|\[object/);
      }),
      { numRuns: runs(17), examples: WITH_LARGE_FIGURES },
    );
  });
});

it.each(VIEWS)('%s says if the clock of the checker is more likely wrong', async (_, render) => {
  const late = [{ timestamp: new Date(NOW + 3_600_000).toISOString() }];
  const clock = 'clock is 1 h behind';
  expect(textOf(render(await knownOf({ a: late, b: late, c: ['refused'] })))).toContain(clock);
  expect(textOf(render(await knownOf({ a: late, b: ['well'] })))).not.toContain(clock);
});
