/** The widget as CloudWatch gets it: of all services, or of one. */

import type { Known } from '../../../lambda/core/documents/facts/known';
import { listingOf } from '../../../lambda/core/documents/facts/listing';
import { renderWidget, type WidgetSurface } from '../../../lambda/view/page/widget';

export function widgetOf(shown: Known, id: string | null, surface: WidgetSurface): string {
  const known = { ...shown, isDeployed: true };
  const listing = listingOf(known, { find: '', page: 1 });
  return renderWidget(id === null ? { kind: 'listing', known, listing } : { kind: 'service', known, id }, surface);
}
