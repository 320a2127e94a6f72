/** The results of regions for a service that the checker could not reach, and their words. */

import { listed } from '../shown-value';

/** `healthy` and `reached` are votes that it answers; `unreachable` is one that it does not; `null` is no vote. */
export type RegionVote = 'healthy' | 'reached' | 'unreachable' | null;

export interface RegionView {
  readonly region: string;
  readonly vote: RegionVote;
  /** Its result, or the reason why it has no vote. */
  readonly text: string;
}

/** The region of the checker comes first. Empty if no other region checked the service. */
export type RegionViews = readonly RegionView[];

/** Returns `unreachable from 3 of 4 regions; reached from us-east-1 (HTTP 503)`. */
export function describeViews(views: RegionViews): string {
  return `unreachable from ${unreachableFrom(views)}`;
}

/** Returns `3 of 4 regions; reached from us-east-1 (HTTP 503)`. */
export function unreachableFrom(views: RegionViews): string {
  const unreachable = views.filter(({ vote }) => vote === 'unreachable').length;
  return [`${unreachable} of ${views.length} regions`, ...reached(views), ...withoutVote(views)].join('; ');
}

/** Returns `unreachable from eu-central-1, healthy from us-east-1 and sa-east-1`. */
export function describePartly(views: RegionViews): string {
  const [home, ...others] = views;
  const healthy = others.filter(({ vote }) => vote === 'healthy').map(({ region }) => region);
  const failing = [home, ...others.filter(({ vote }) => vote === 'unreachable')].flatMap((view) => view?.region ?? []);
  const parts = [`unreachable from ${listed(failing)}`, `healthy from ${listed(healthy)}`];
  return [parts.join(', '), ...reached(others.filter(({ vote }) => vote === 'reached')), ...withoutVote(others)].join(
    '; ',
  );
}

function reached(views: RegionViews): readonly string[] {
  const from = views.filter(({ vote }) => vote === 'reached' || vote === 'healthy');
  return from.length === 0 ? [] : [`reached from ${listed(from.map(inBrackets))}`];
}

function withoutVote(views: RegionViews): readonly string[] {
  const from = views.filter(({ vote }) => vote === null);
  return from.length === 0 ? [] : [`no vote from ${listed(from.map(inBrackets))}`];
}

function inBrackets({ region, text }: RegionView): string {
  return `${region} (${text})`;
}
