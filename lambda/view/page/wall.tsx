/** The wallboard: all services at once for a screen that nobody scrolls or presses, the worst first. */

import type { DeploymentDocument, ServiceBrief } from '../../core/documents/deployment-document';
import type { WallRow } from '../../core/documents/page-document';
import { shownWord, summaryStateOf } from '../../core/documents/state';
import { minutesText, shortDay } from '../../core/documents/words/days';
import { describeMs, iso, plural } from '../../core/documents/words/format';
import { headlineOf, news } from '../../core/documents/words/summary-words';
import { capitalized } from '../../core/words/capitalized';
import { describeDuration, timeOfDay } from '../../core/words/duration';
import { Strip } from '../charts/strip';
import { Problems } from '../parts/problems';
import { StateIcon } from '../parts/state-marks';
import { Beginnings } from './overview';
import { wallReason } from './wall-words';

interface WallProps {
  readonly deployment: DeploymentDocument;
  readonly rows: readonly WallRow[];
}

/** A screen has room for the names of this many services. */
const MOST_NAMED = 200;

export function Wall({ deployment, rows }: WallProps) {
  const { services, problems } = deployment;
  const now = Date.parse(deployment.at);
  const named = services.slice(0, MOST_NAMED);
  const inBand = (band: Band) => named.filter((service) => bandOf(service) === band);
  const down = inBand('down');
  const notable = inBand('notable');
  const healthy = inBand('healthy');
  const byId = new Map(rows.map((row) => [row.service, row]));
  const left = services.length - named.length;
  return (
    <>
      <WallHeader deployment={deployment} now={now} />
      <main>
        <Problems problems={problems} />
        <Tiles services={down} size={sizeFor(down.length, DOWN_LIMITS)} rows={byId} now={now} />
        <Tiles services={notable} size={sizeFor(down.length + notable.length, NOTABLE_LIMITS)} rows={byId} now={now} />
        <Tiles services={healthy} size={sizeFor(services.length, HEALTHY_LIMITS)} rows={byId} now={now} />
        {left > 0 && <p class="more">and {plural(left, 'more service')}</p>}
      </main>
    </>
  );
}

interface WallHeaderProps {
  readonly deployment: DeploymentDocument;
  readonly now: number;
}

function WallHeader({ deployment, now }: WallHeaderProps) {
  const { whole, checkedAt, beginnings } = deployment;
  return (
    <header class="head" data-summary={news(deployment)}>
      <h1>
        <StateIcon state={whole === 'failing' ? 'down' : whole} />
        {headlineOf(deployment)}
      </h1>
      {beginnings !== null && (
        <p>
          <Beginnings beginnings={beginnings} now={now} />
        </p>
      )}
      <div class="right">
        <p>
          {checkedAt !== null && (
            <span>
              Checked <span data-ago={Date.parse(checkedAt)}>{describeDuration(now - Date.parse(checkedAt))} ago</span>
            </span>
          )}
          <span data-clock="date">{shortDay(now, now)}, UTC</span>
        </p>
        <time class="clock" data-clock="time" datetime={iso(now)}>
          {timeOfDay(now)}
        </time>
      </div>
    </header>
  );
}

type Band = 'down' | 'notable' | 'healthy';

/** Returns the band of a service. One with severity `info` is not as large as others that are down. */
function bandOf({ shown, severity }: ServiceBrief): Band {
  const state = summaryStateOf(shown);
  if (state === 'healthy') return 'healthy';
  return state === 'down' && severity !== 'info' ? 'down' : 'notable';
}

/** From the largest tiles to mere names. */
const SIZES = ['large', 'medium', 'small', 'name'] as const;
type Size = (typeof SIZES)[number];

/** How many services have large, medium and small tiles at most. */
const DOWN_LIMITS = [3, 10, 40];
const NOTABLE_LIMITS = [0, 10, 40];
const HEALTHY_LIMITS = [6, 20, 60];

function sizeFor(count: number, limits: readonly number[]): Size {
  return SIZES[limits.findIndex((limit) => count <= limit)] ?? 'name';
}

interface TilesProps {
  readonly services: readonly ServiceBrief[];
  readonly size: Size;
  readonly rows: ReadonlyMap<string, WallRow>;
  readonly now: number;
}

function Tiles({ services, size, rows, now }: TilesProps) {
  if (services.length === 0) return null;
  return (
    <ul class={`tiles ${size}`}>
      {services.map((service) => (
        <Tile service={service} size={size} row={rows.get(service.service) ?? null} now={now} />
      ))}
    </ul>
  );
}

interface TileProps {
  readonly service: ServiceBrief;
  readonly size: Size;
  /** `null` if only its brief was read. */
  readonly row: WallRow | null;
  readonly now: number;
}

/** A tile has a shape beside its colour. */
function Tile({ service, size, row, now }: TileProps) {
  const { service: id, shown, stateSince } = service;
  const isHealthy = shown === 'healthy';
  const hasStrip = size === 'large' || size === 'medium';
  const figure = isHealthy ? responseText(row, hasStrip) : timeIn(stateSince, now);
  return (
    <li class={`tile ${bandOf(service)} ${summaryStateOf(shown)}`} data-service={id} data-state={shown}>
      <p class="named">
        <StateIcon state={summaryStateOf(shown)} />
        <strong>{id}</strong>
        {figure !== '' && <span class="figure">{figure}</span>}
      </p>
      {!isHealthy && size !== 'name' && <p class="tile-why">{row === null ? shownWord(shown) : wallReason(row)}</p>}
      {!isHealthy && size === 'name' && <span class="hidden">{shownWord(shown)}</span>}
      {size === 'large' && !isHealthy && row?.clue && <p class="tile-clue">{capitalized(row.clue)}</p>}
      {hasStrip && row !== null && <Strip strip={row.strip} past={row.past} changes={[]} now={now} />}
    </li>
  );
}

function responseText(row: WallRow | null, hasRoom: boolean): string {
  return !hasRoom || row === null || row.responseMs === null ? '' : describeMs(row.responseMs);
}

/** The time in a state. */
function timeIn(since: string | null, now: number): string {
  return since === null ? '' : minutesText(Math.max(0, now - Date.parse(since)) / 1_000);
}
