/** A wait on the screen: on a terminal a table that is renewed, into a pipe or a file a line for each change. */

import { STATE_MARKS, type SummaryState } from '../../lambda/core/documents/state';
import { describeDuration } from '../../lambda/core/words/duration';
import { terminalColors } from '../terminal/colors';
import { createLiveScreen } from '../terminal/live-screen';
import { layOutRows, shorten, wrapAt } from '../terminal/plain-table';
import { withTime } from '../terminal/run-lines';
import { STATE_COLORS } from '../terminal/shown-state';
import { canRedraw, columnsOf, type Room, type Terminal } from '../terminal/terminal';
import { isReady, type ServiceProgress } from './service-progress';
import type { WaitResult } from './wait-for-services';
import type { WaitSettings } from './wait-settings';
import { changeLine, finding, missingText, mixture, outcomeSentence, readyText } from './wait-words';

export interface WaitScreen {
  /** Writes a line that stays. */
  say(line: string): void;
  /** Shows the services before the first answer. */
  begin(all: readonly ServiceProgress[]): void;
  /** Shows what an answer has changed. */
  show(now: ServiceProgress, before: ServiceProgress, all: readonly ServiceProgress[]): void;
  /** Shows how it ended, and what is missing. */
  finish(result: WaitResult): void;
  /** Ends the renewing. */
  end(): void;
}

/** Many services may answer at once: laying out the table after each answer would take longer than asking. */
const RENEWED_EVERY_MS = 200;

export function createWaitScreen(terminal: Terminal, settings: WaitSettings): WaitScreen {
  return canRedraw(terminal.out) ? tableScreen(terminal, settings) : lineScreen(terminal);
}

function lineScreen({ out }: Terminal): WaitScreen {
  const say = (line: string) => void out.write(`${withTime(line, Date.now())}\n`);
  return {
    say,
    begin: () => undefined,
    show: (now, before) => {
      const line = changeLine(now, before);
      if (line !== null) say(line);
    },
    finish: (result) => {
      for (const service of missingServices(result)) say(`${service.service} ${missingText(service)}`);
      say(outcomeSentence(result));
    },
    end: () => undefined,
  };
}

function tableScreen(terminal: Terminal, { forMs }: WaitSettings): WaitScreen {
  const screen = createLiveScreen(terminal);
  const start = performance.now();
  let services: readonly ServiceProgress[] = [];
  let isChanged = false;
  let shownSecond = 0;
  const draw = () => {
    const elapsedMs = performance.now() - start;
    const second = Math.floor(elapsedMs / 1_000);
    if (services.length === 0 || (!isChanged && second === shownSecond)) return;
    isChanged = false;
    shownSecond = second;
    screen.draw((room) => liveTable(services, { room, color: terminal.color, elapsedMs, forMs }));
  };
  const note = (all: readonly ServiceProgress[]) => {
    services = all;
    isChanged = true;
  };
  const timer = setInterval(draw, RENEWED_EVERY_MS);
  return {
    say: (line) => screen.say(wrapAt(line, columnsOf(terminal.out), '  ', '    ')),
    begin: (all) => {
      note(all);
      draw();
    },
    show: (_now, _before, all) => note(all),
    finish: (result) => {
      clearInterval(timer);
      screen.draw((room) => lastTable(result, room, terminal.color));
    },
    end: () => {
      clearInterval(timer);
      screen.end();
    },
  };
}

interface Look {
  readonly room: Room;
  readonly color: boolean;
  readonly elapsedMs: number;
  readonly forMs: number;
}

/** The lines below the table: one that counts those that are left out, an empty line, and the sum. */
const FOOT_ROWS = 3;

function liveTable(services: readonly ServiceProgress[], { room, color, elapsedMs, forMs }: Look): string {
  const ready = services.filter(isReady).length;
  const foot = `  ${ready} of ${services.length} ready; ${describeDuration(elapsedMs)} of ${describeDuration(forMs)}`;
  const most = Math.max(1, room.rows - FOOT_ROWS);
  const shown = services.length <= most ? services : missingFirst(services).slice(0, most);
  const left = services.length - shown.length;
  return [...tableLines(shown, color), ...(left > 0 ? [`  and ${left} more`] : []), '', foot]
    .map((line) => shorten(line, room.columns - 1))
    .join('\n');
}

/** Those that are ready are left out first. */
function missingFirst(services: readonly ServiceProgress[]): readonly ServiceProgress[] {
  return [...services.filter((service) => !isReady(service)), ...services.filter(isReady)];
}

function tableLines(services: readonly ServiceProgress[], color: boolean): readonly string[] {
  const colors = terminalColors(color);
  return layOutRows(
    services.map((service) => {
      const { mark, color: own } = markOf(service);
      const { inARow, wanted } = service;
      const count = wanted.runs === 1 ? '' : `${Math.min(inARow, wanted.runs)} of ${wanted.runs}`;
      return [`${colors[own](mark)} ${service.service}`, count, `${finding(service)}${mixture(service)}`];
    }),
  );
}

/** What answers, but not yet as it should, is like a service that recovers. */
function stateOf({ missing, latest }: ServiceProgress): SummaryState {
  if (missing === null) return 'healthy';
  if (latest === null || latest.answer.verdict === null) return 'unknown';
  return missing === 'not_healthy' ? 'down' : 'recovering';
}

function markOf(service: ServiceProgress) {
  const state = stateOf(service);
  return { mark: STATE_MARKS[state], color: STATE_COLORS[state] };
}

/** What is missing in full, and the sum. */
function lastTable(result: WaitResult, { columns }: Room, color: boolean): string {
  const colors = terminalColors(color);
  const line = (service: ServiceProgress, text: string) => {
    const { mark, color: own } = markOf(service);
    const plain = wrapAt(`${service.service} ${text}`, columns - 1, `  ${mark} `, '    ');
    return plain.replace(mark, colors[own](mark));
  };
  const ready = result.services.filter(isReady).slice(0, MOST_READY);
  return [
    ...ready.map((service) => line(service, `is ready: ${readyText(service)}`)),
    ...missingServices(result).map((service) => line(service, missingText(service))),
    '',
    wrapAt(outcomeSentence(result), columns - 1, '  ', '  '),
  ].join('\n');
}

/** Of services that are ready, the screen keeps so many. */
const MOST_READY = 20;

function missingServices({ services }: WaitResult): readonly ServiceProgress[] {
  return services.filter((service) => !isReady(service));
}
