/** The card of the response time of a service says why it has none. */

import { historyView } from '../../../../lambda/core/documents/facts/history-view';
import { historyDocument } from '../../../../lambda/core/documents/history-document';
import type { ServiceFigures } from '../../../../lambda/core/documents/service-document';
import { serviceDocument } from '../../../../lambda/core/documents/service-document';
import { ServiceCards } from '../../../../lambda/view/services/service-cards';
import { knownOf } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { textOf } from '../../../support/view/text-of';

const FIGURES: ServiceFigures = { uptime: [], responseMs: null, responseChange: null };

async function textFor(id: string, figures: ServiceFigures | null): Promise<string> {
  const known = await knownOf({ asked: ['well'], new: [] });
  const service = known.services.find((one) => one.service.id === id);
  if (service === undefined) throw new Error('there is one');
  const { whole } = historyDocument(historyView(known, service, { kind: 'checks' }, 60), { kind: 'checks' });
  return textOf(String(ServiceCards({ service: serviceDocument(known, service, null), figures, whole, now: NOW })));
}

it.each([
  ['asked', { ...FIGURES, responseMs: { p50: 120, p95: 300 }, responseChange: 0.2 }, '20 % slower than the day before'],
  ['asked', { ...FIGURES, responseMs: { p50: 120, p95: 300 }, responseChange: 0.05 }, 'No change from the day before'],
  ['asked', { ...FIGURES, responseMs: { p50: 120, p95: 300 } }, 'No answers the day before'],
  ['asked', FIGURES, 'No answer in 24 h'],
  ['asked', null, 'They could not be read'],
  ['new', FIGURES, 'Not checked yet'],
])('%s, with %j: %s', async (id, figures, words) => {
  expect(await textFor(id, figures)).toMatch(new RegExp(`Response time, 24 h.*${words}.*Uptime`, 's'));
});
