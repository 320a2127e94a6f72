/** The view as a custom widget of a CloudWatch dashboard: no script, and pop-ups in place of addresses. */

import { raw } from 'hono/html';
import type { Known } from '../known/known';
import type { Listing } from '../known/listing';
import { type Span, serviceOf } from '../known/service-view';
import { Problems } from '../parts/problems';
import { STYLE } from '../parts/style';
import { Details, DetailsHead } from '../services/details';
import { WidgetOverview } from './overview';

export interface WidgetSurface {
  /** The ARN of the Lambda that a pop-up asks for a service's details with `{ "service": id }`. */
  readonly endpoint: string;
  readonly theme: 'light' | 'dark';
  /** The time that the dashboard shows, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** What a widget shows: a page of the services, or the details of one. */
export type WidgetContent =
  | { readonly kind: 'listing'; readonly known: Known; readonly listing: Listing }
  | { readonly kind: 'service'; readonly known: Known; readonly id: string };

/** HTML text with its own style. */
export function renderWidget(content: WidgetContent, { endpoint, theme, from, to }: WidgetSurface): string {
  const span: Span = { kind: 'time', from, to };
  const target = { kind: 'widget', endpoint } as const;
  return (
    <div class={`sw widget ${theme}`}>
      {/* CloudWatch's own style of links and lists would change the layout. */}
      <div class="cwdb-no-default-styles" />
      <style>{raw(STYLE)}</style>
      {content.kind === 'listing' ? (
        <WidgetOverview known={content.known} listing={content.listing} span={span} target={target} />
      ) : (
        <WidgetDetails known={content.known} id={content.id} span={span} />
      )}
    </div>
  ).toString();
}

interface WidgetDetailsProps {
  readonly known: Known;
  readonly id: string;
  readonly span: Span;
}

function WidgetDetails({ known, id, span }: WidgetDetailsProps) {
  const service = serviceOf(known, id);
  if (!service) return <p>There is no service "{id}" in this deployment.</p>;
  return (
    <>
      <DetailsHead known={known} service={service} />
      <Problems known={known} />
      <Details known={known} service={service} span={span} target={{ kind: 'nowhere' }} />
    </>
  );
}
