/** The views of a deployment, drawn from facts, and how tests read the services that they list. */

import { START } from '../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { type Found, knownOf, often } from '../core/deployment-facts';
import { renderPage } from './drawn-page';
import { type Part, shown } from './shown-parts';

/** A text that would run a script in a view that does not escape it. */
export const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)><svg onload='alert(3)'>&lt;`;

/** Each view, for the first service where it is about one. */
export const VIEWS: readonly (readonly [string, (known: DeploymentFacts) => string])[] = [
  ['the overview', (known) => renderPage(known, START)],
  ['the page of a service', (known) => renderPage(known, { ...START, service: known.services[0]?.service.id ?? '' })],
];

/** Six services in every state. */
export const shop = () =>
  knownOf({
    'user-service': often('well', 5),
    'payment-service': ['well', 'refused'],
    'invoice-service': ['503'],
    'checkout-service': ['500'],
    'developer-service': [{ service: 'other' }],
    'recurring-service': [],
  });

/** `count` healthy services, `service-00` and so on, and others. */
export const fleet = (count: number, others: Readonly<Record<string, readonly Found[]>>) => ({
  ...Object.fromEntries(
    Array.from(
      { length: count },
      (_, index) => [`service-${String(index).padStart(2, '0')}`, often('well', 2)] as const,
    ),
  ),
  ...others,
});

/** Returns the services that a view lists: each begins with its state, and has an image of its checks, unlike an incident. */
export const servicesIn = (view: Part) =>
  view
    .all('listitem', /^(Healthy|Degraded|Recovering|Silenced|In maintenance|Down|Unknown) /)
    .filter((one) => one.all('img').length > 0);

/** Returns the id of a listed service: the first link or button. */
export const idOf = (service: Part) => [...service.all('link'), ...service.all('button')][0]?.name;

/** Returns each listed service with its state, in the order of the view. */
export const statesIn = (html: string) =>
  servicesIn(shown(html)).map((one) => `${idOf(one)} ${one.text.split(' ')[0]}`);
