/** The response times around an incident: a dot for each check, a cross if it failed, the incident as a band, and lines for versions. */

import { raw } from 'hono/html';
import type { IncidentChartDocument } from '../../core/documents/incident-story/incident-page';
import { shortDay } from '../../core/documents/words/days';
import { describeMs, plural } from '../../core/documents/words/format';
import { describeDuration, timeOfDay } from '../../core/words/duration';
import { niceScale, percent } from './value-scale';

interface IncidentChartProps {
  readonly chart: IncidentChartDocument;
  /** The time of the band, in milliseconds since 1970, its text, and whether the service was down. */
  readonly band: { readonly from: number; readonly to: number; readonly text: string; readonly isOutage: boolean };
  readonly now: number;
  readonly intervalMs: number;
}

/** Heights in pixels: of the texts above, and of the plot. */
const ABOVE = 40;
const PLOT = 200;
const HEIGHT = ABOVE + PLOT + 24;
/** The width of the line in units, which are scaled to the actual width; texts and dots are not scaled. */
const WIDTH = 1_000;
/** A time without checks that is longer than this many steps is a gap in the line. */
const GAP_STEPS = 2.5;

type Chart = IncidentChartDocument;
type Point = Chart['points'][number];

export function IncidentChart({ chart, band, now, intervalMs }: IncidentChartProps) {
  const { points, changes, stepSeconds } = chart;
  const from = Date.parse(chart.from);
  const lengthMs = Date.parse(chart.to) - from;
  const x = (at: number) => Math.min(1, Math.max(0, (at - from) / lengthMs));
  const { top, step } = niceScale(Math.max(0, ...points.map(({ ms }) => ms ?? 0)));
  const y = (ms: number) => ABOVE + PLOT * (1 - ms / top);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => top - index * step);
  const checks = points.reduce((sum, point) => sum + point.checks, 0);
  const failed = points.reduce((sum, point) => sum + point.failed, 0);
  const label = `Response times from ${timeOfDay(from)} to ${timeOfDay(from + lengthMs)}: ${plural(checks, 'check')}, ${failed} failed`;
  const gapMs = GAP_STEPS * (stepSeconds === null ? intervalMs : stepSeconds * 1_000);
  const bandEdges = [x(band.from), x(band.to)] as const;
  return (
    <section class="card around" aria-labelledby="around-title">
      <div class="chart-head">
        <h2 id="around-title">Response time</h2>
        <Key chart={chart} isOutage={band.isOutage} />
      </div>
      <div class="around-plot">
        <div class="ticks">
          {ticks.map((ms) => (
            <span>{ms === 0 ? '0' : describeTick(ms)}</span>
          ))}
        </div>
        <svg class="around-chart" role="img" aria-label={label} width="100%" height={HEIGHT}>
          <rect
            class={band.isOutage ? 'band down' : 'band degraded'}
            x={percent(bandEdges[0])}
            width={percent(bandEdges[1] - bandEdges[0])}
            y={ABOVE}
            height={PLOT}
          />
          {ticks.map((ms) => (
            <line class={ms === 0 ? 'base' : 'grid'} x1="0" x2="100%" y1={y(ms)} y2={y(ms)} />
          ))}
          {changes.map(({ at, version }) => (
            <line
              class={version === null ? 'at restart' : 'at version'}
              x1={percent(x(Date.parse(at)))}
              x2={percent(x(Date.parse(at)))}
              y1={ABOVE}
              y2={ABOVE + PLOT}
            />
          ))}
          {raw(linePath(points, { x, gapMs, top }))}
          {points.map((point) => (
            <Mark point={point} x={x} y={y} isCheck={stepSeconds === null} />
          ))}
          <Label at={(bandEdges[0] + bandEdges[1]) / 2} y={12} kind={band.isOutage ? 'down' : 'degraded'}>
            {band.text}
          </Label>
          <Versions changes={changes} x={x} opened={bandEdges[0]} />
          {timesIn(from, lengthMs).map(({ at, text, isDay }, index) => (
            <text
              class={index % 2 === 1 ? 'opt' : undefined}
              x={percent(x(at))}
              y={HEIGHT - 4}
              text-anchor={anchorAt(x(at), 0.03)}
              data-at={isDay ? undefined : at}
            >
              {isDay ? shortDay(at, now) : text}
            </text>
          ))}
        </svg>
      </div>
    </section>
  );
}

/** A tick is a round number. */
function describeTick(ms: number): string {
  return ms >= 1_000 ? `${Number((ms / 1_000).toFixed(2))} s` : `${Number(ms.toFixed(2))} ms`;
}

interface KeyProps {
  readonly chart: Chart;
  readonly isOutage: boolean;
}

/** The legend for the marks in the chart. */
function Key({ chart: { points, changes, stepSeconds }, isOutage }: KeyProps) {
  const areChecks = stepSeconds === null;
  return (
    <p class="key">
      <span>
        <svg viewBox="0 0 16 10" aria-hidden="true">
          <path class="line" d="M0 5H16" />
          {areChecks && <circle class="dot" cx="8" cy="5" r="2.8" />}
        </svg>
        {areChecks ? 'Healthy check' : `Median of ${describeDuration(stepSeconds * 1_000)}`}
      </span>
      {areChecks && points.some(({ failed }) => failed > 0) && (
        <span>
          <svg viewBox="0 0 16 10" aria-hidden="true">
            <path class="cross" d="M4.5 1.5l7 7M11.5 1.5l-7 7" />
          </svg>
          Failed check
        </span>
      )}
      <span>
        <svg viewBox="0 0 16 10" aria-hidden="true">
          <rect class={isOutage ? 'band down' : 'band degraded'} width="16" height="10" />
        </svg>
        Incident
      </span>
      {changes.some(({ version }) => version !== null) && (
        <span>
          <svg viewBox="0 0 16 10" aria-hidden="true">
            <path class="at version" d="M8 0V10" />
          </svg>
          Version
        </span>
      )}
    </p>
  );
}

interface LineScale {
  readonly x: (at: number) => number;
  readonly gapMs: number;
  readonly top: number;
}

/** Returns the path of a line, which breaks where no answer came, and where no check was made. */
function linePath(points: readonly Point[], { x, gapMs, top }: LineScale): string {
  let before: Point | null = null;
  const parts = points.map((point) => {
    if (point.ms === null) {
      before = null;
      return '';
    }
    const at = Date.parse(point.at);
    const isConnected = before !== null && at - Date.parse(before.at) <= gapMs;
    before = point;
    return `${isConnected ? 'L' : 'M'}${round(x(at) * WIDTH)} ${round(PLOT * (1 - point.ms / top))}`;
  });
  return `<svg y="${ABOVE}" viewBox="0 0 ${WIDTH} ${PLOT}" width="100%" height="${PLOT}" preserveAspectRatio="none"><path class="line" d="${parts.join('')}"/></svg>`;
}

interface MarkProps {
  readonly point: Point;
  readonly x: (at: number) => number;
  readonly y: (ms: number) => number;
  readonly isCheck: boolean;
}

/** Draws the mark of a check, at the bottom if no answer came. Totals have only a line. */
function Mark({ point: { at, ms, failed }, x, y, isCheck }: MarkProps) {
  if (!isCheck) return null;
  const place = percent(x(Date.parse(at)));
  const height = round(ms === null ? ABOVE + PLOT - 8 : y(ms));
  const text = `${at.slice(11, 19)} UTC, ${failed > 0 ? 'failed' : 'healthy'}${ms === null ? '' : `, ${describeMs(ms)}`}`;
  if (failed === 0) {
    return (
      <circle class="dot" cx={place} cy={height} r="2.8">
        <title>{text}</title>
      </circle>
    );
  }
  return (
    <svg x={place} y={height} overflow="visible">
      <title>{text}</title>
      <path class="cross" d="M-3.6-3.6l7.2 7.2M3.6-3.6l-7.2 7.2" />
    </svg>
  );
}

interface VersionsProps {
  readonly changes: Chart['changes'];
  readonly x: (at: number) => number;
  /** Where the band begins. */
  readonly opened: number;
}

/** Names that are nearer to each other than this part of the width would overlap. */
const APART = 0.12;

/** Draws the names of the versions beside their lines, outside the band if possible. */
function Versions({ changes, x, opened }: VersionsProps) {
  const versions = changes.flatMap(({ at, version }) => (version === null ? [] : [{ at: x(Date.parse(at)), version }]));
  return (
    <>
      {versions.map(({ at, version: { from, to } }, index) => {
        const next = versions[index + 1];
        const last = versions[index - 1];
        const isLeft = (at <= opened && at > APART) || at > 1 - APART;
        const isCrowded = (next !== undefined && next.at - at < APART && !isLeft) || isTooNear(last?.at, at, isLeft);
        const isBack = versions.slice(0, index).some((before) => before.version.from === to);
        const name = isBack ? `back to ${to}` : to;
        return (
          <text
            class="version"
            x={percent(at)}
            y={ABOVE - 8}
            dx={isLeft ? -4 : 4}
            text-anchor={isLeft ? 'end' : 'start'}
          >
            {isCrowded ? '' : shortened(name)}
            <title>{`${from} → ${to}`}</title>
          </text>
        );
      })}
    </>
  );
}

function isTooNear(before: number | undefined, at: number, isLeft: boolean): boolean {
  return before !== undefined && isLeft && at - before < APART;
}

const NAME_LENGTH = 24;

function shortened(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
}

interface LabelProps {
  readonly at: number;
  readonly y: number;
  readonly kind: string;
  readonly children: string;
}

function Label({ at, y, kind, children }: LabelProps) {
  return (
    <text class={`span ${kind}`} x={percent(at)} y={y} text-anchor={anchorAt(at, 0.08)}>
      {children}
    </text>
  );
}

/** Returns the anchor of a text, so that one near an edge stays inside. */
function anchorAt(place: number, edge: number): 'start' | 'middle' | 'end' {
  if (place < edge) return 'start';
  return place > 1 - edge ? 'end' : 'middle';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * DAY_MS),
];
const MOST_TIMES = 9;

/** Round times on the axis; days where a step is a day or longer. */
function timesIn(from: number, lengthMs: number) {
  const step = TIME_STEPS.find((each) => lengthMs / each <= MOST_TIMES) ?? DAY_MS * 365;
  const first = Math.ceil(from / step) * step;
  const count = Math.floor((from + lengthMs - first) / step) + 1;
  const isDay = step >= DAY_MS;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = first + index * step;
    return { at, text: timeOfDay(at), isDay };
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
