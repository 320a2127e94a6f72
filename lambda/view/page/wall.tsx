/** The wallboard: all services at once for a screen that nobody scrolls or presses, the worst first. */

import { raw } from 'hono/html';
import type { DeploymentDocument, ServiceBrief } from '../../core/documents/deployment-document';
import type { WallRow } from '../../core/documents/page-document';
import { type SummaryState, shownWord, summaryStateOf } from '../../core/documents/state';
import { shortDay } from '../../core/documents/words/days';
import { describeMs, iso } from '../../core/documents/words/format';
import { headlineOf, news } from '../../core/documents/words/summary-words';
import { capitalized } from '../../core/words/capitalized';
import { describeDuration, timeOfDay } from '../../core/words/duration';
import { LineStrip } from '../charts/strip';
import { Problems } from '../parts/problems';
import { StateIcon } from '../parts/state-marks';
import { Beginnings } from './overview';
import { BANDS, type Band, type BandName, HIGH, planWall, type Screen, SIZES, squareColumns, WIDE } from './wall-plan';
import { wallReason } from './wall-words';

interface WallProps {
  readonly deployment: DeploymentDocument;
  /** Empty if there are too many services. */
  readonly rows: readonly WallRow[];
}

export function Wall({ deployment, rows }: WallProps) {
  return (
    <>
      <WallHeader deployment={deployment} />
      <main>
        <Problems problems={deployment.problems} />
        <Services deployment={deployment} rows={rows} />
      </main>
    </>
  );
}

function WallHeader({ deployment }: { readonly deployment: DeploymentDocument }) {
  const { whole, at, checkedAt, beginnings } = deployment;
  const now = Date.parse(at);
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

/** More services have no room for their names. */
const MOST_NAMED = 250;

function Services({ deployment, rows }: WallProps) {
  const { services, at } = deployment;
  const now = Date.parse(at);
  const bands = BANDS.map((name) => ({
    name,
    services: services.filter((service) => bandOf(service) === name),
  })).filter((band) => band.services.length > 0);
  const contents = bands.map((band) => ({
    name: band.name,
    tiles: band.services.length,
    longest: Math.max(...band.services.map(({ service }) => service.length)),
  }));
  // Without rows there are no reasons and no strips.
  const sizes = rows.length > 0 || services.length <= 20 ? SIZES : SIZES.slice(SIZES.indexOf('small'));
  const isNamed = services.length <= MOST_NAMED;
  const wide = isNamed ? planWall(contents, sizes, WIDE) : null;
  const high = isNamed ? planWall(contents, sizes, HIGH) : null;
  if (wide === null || high === null) return <Squares bands={bands} now={now} />;
  const byId = new Map(rows.map((row) => [row.service, row]));
  return (
    <div class="bands">
      {bands.map((band, index) => (
        <TileBand services={band.services} wide={wide[index]} high={high[index]} rows={byId} now={now} />
      ))}
    </div>
  );
}

interface ServicesOfBand {
  readonly name: BandName;
  readonly services: readonly ServiceBrief[];
}

/** What people are only informed about is not as large as what is down. */
function bandOf({ shown, severity }: ServiceBrief): BandName {
  const state = summaryStateOf(shown);
  if (state === 'healthy') return 'healthy';
  return state === 'down' && severity !== 'info' ? 'down' : 'notable';
}

interface TileBandProps {
  readonly services: readonly ServiceBrief[];
  /** Its place on a screen that is wide, and on a screen that is high. */
  readonly wide: Band | undefined;
  readonly high: Band | undefined;
  readonly rows: ReadonlyMap<string, WallRow>;
  readonly now: number;
}

function TileBand({ services, wide, high, rows, now }: TileBandProps) {
  if (wide === undefined || high === undefined) return null;
  const hasRoom = hasReasons(wide) || hasReasons(high);
  return (
    <ul class={`tiles ${wide.name}s ${placeOf(wide, 'wide')} ${placeOf(high, 'high')}`}>
      {services.map((service) => (
        <Tile service={service} row={rows.get(service.service) ?? null} hasRoom={hasRoom} now={now} />
      ))}
    </ul>
  );
}

function hasReasons({ size }: Band): boolean {
  return size !== 'small' && size !== 'tiny';
}

/** The classes of a band: each screen has those of its own. */
function placeOf({ size, columns, rows }: Band, screen: 'wide' | 'high'): string {
  return `${screen}-${size} ${screen}-c${columns} ${screen}-r${rows}`;
}

interface TileProps {
  readonly service: ServiceBrief;
  readonly row: WallRow | null;
  /** Whether it has room for more than a line. */
  readonly hasRoom: boolean;
  readonly now: number;
}

/** A tile has a shape beside its colour. */
function Tile({ service, row, hasRoom, now }: TileProps) {
  const { service: id, shown, stateSince } = service;
  const state = summaryStateOf(shown);
  const sinceText = stateSince === null ? '' : minutesText(now - Date.parse(stateSince));
  const isHealthy = state === 'healthy';
  const ms = row === null ? '' : msText(row, state);
  return (
    <li
      class={`tile ${bandOf(service)} ${state}`}
      data-service={id}
      data-state={shown}
      title={`${id}: ${shownWord(shown)}`}
    >
      <p class="named">
        <StateIcon state={state} />
        <strong>{id}</strong>
        <span class="figure">{isHealthy ? ms : sinceText}</span>
      </p>
      {hasRoom && row !== null && !isHealthy && (
        <>
          <p class="tile-why">{wallReason(row)}</p>
          {row.clue !== null && state === 'down' && <p class="tile-clue">{capitalized(row.clue)}</p>}
        </>
      )}
      {hasRoom && row !== null && (
        <div class="tile-foot">
          <LineStrip strip={row.strip} past={row.past} changes={[]} now={now} />
          {!isHealthy && <span class="figure">{ms}</span>}
        </div>
      )}
      {(!hasRoom || row === null) && !isHealthy && <span class="hidden">{shownWord(shown)}</span>}
    </li>
  );
}

function msText({ responseMs }: WallRow, state: SummaryState): string {
  if (responseMs !== null) return describeMs(responseMs);
  return state === 'unknown' ? '' : 'No answer';
}

const MINUTE_MS = 60_000;

/** Seconds are shown in the first minute alone. */
function minutesText(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  return describeDuration(length < MINUTE_MS ? length : length - (length % MINUTE_MS));
}

/** The height of a tile of what is not healthy above squares, with the space below it. */
const TILE_HEIGHT = 60;
/** The most of the screen that such tiles take. */
const TILES_HEIGHT = 480;
const TILE_COLUMNS = 6;

/** Thousands of services are squares; those that are down have names as long as there is room. */
function Squares({ bands, now }: { readonly bands: readonly ServicesOfBand[]; readonly now: number }) {
  const down = bands.find(({ name }) => name === 'down')?.services ?? [];
  const rows = Math.ceil(down.length / TILE_COLUMNS);
  const isNamed = down.length > 0 && rows * TILE_HEIGHT <= TILES_HEIGHT;
  const left = bands.filter(({ name }) => !isNamed || name !== 'down').flatMap(({ services }) => services);
  const taken = isNamed ? rows * TILE_HEIGHT : 0;
  const columnsOn = ({ width, height }: Screen) => squareColumns(left.length, { width, height: height - taken });
  return (
    <div class="bands">
      {isNamed && (
        <ul class={`tiles downs fixed wide-small high-small wide-c${TILE_COLUMNS} high-c3`}>
          {down.map((service) => (
            <Tile service={service} row={null} hasRoom={false} now={now} />
          ))}
        </ul>
      )}
      <ul class={`tiles squares wide-c${columnsOn(WIDE)} high-c${columnsOn(HIGH)}`}>
        {raw(left.map(squareOf).join(''))}
      </ul>
    </div>
  );
}

/** As plain text: for thousands, elements take too long. An id has only letters, digits, dots and dashes. */
function squareOf(service: ServiceBrief): string {
  const { service: id, shown } = service;
  return `<li class="${summaryStateOf(shown)}${bandOf(service) === 'notable' ? ' minor' : ''}" title="${id}: ${shown}"></li>`;
}
