/** The widget as CloudWatch gets it: of all services, or of one. */

import { START } from '../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { pageDocument, WIDGET_ROOM } from '../../../lambda/core/documents/page-document';
import { renderWidget, type WidgetSurface } from '../../../lambda/view/page/widget';

export interface ShownWidget extends Partial<WidgetSurface> {
  /** The time that the dashboard shows, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly page?: number;
}

export function widgetOf(
  shown: DeploymentFacts,
  id: string | null,
  { from, to, page = 1, ...surface }: ShownWidget,
): string {
  const { find = '', theme = 'light', endpoint = 'arn:aws:lambda:x' } = surface;
  const address = { ...START, service: id, find, page, range: { from, to } };
  return renderWidget(pageDocument({ ...shown, isDeployed: true }, address, WIDGET_ROOM), { find, theme, endpoint });
}
