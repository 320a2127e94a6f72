/** Times for the reader: in UTC or local time, and how long ago something was, which counts on. */

import { axisText, shortInstant } from '../../../lambda/core/documents/words/format';

const KEY = 'statuswatch-times';
let isLocal = readChoice();
/** The milliseconds by which the watcher's clock is ahead of this machine's. */
let aheadMs = 0;

/** Reads a stored value; empty if storage is forbidden. */
function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) === 'local';
  } catch {
    return false;
  }
}

/** Draws the times of a new view: its time is the present. */
export function drawNewTimes(): void {
  const now = Number(document.getElementById('view')?.dataset.now);
  if (Number.isFinite(now)) aheadMs = now - Date.now();
  drawTimes();
}

function drawTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time:not([data-clock])')) drawTime(time);
  for (const tick of document.querySelectorAll<SVGTextElement>('text[data-at]')) drawTick(tick);
  for (const button of document.querySelectorAll<HTMLButtonElement>('.zone')) {
    button.disabled = false;
    const utc = button.id === 'zone' ? 'UTC' : 'Times in UTC';
    button.textContent = isLocal ? 'local times' : utc;
    button.title = isLocal ? 'Show times in UTC' : 'Show local times';
  }
  drawAgo();
}

/** Writes a time in the reader's zone. The server's text becomes the title, or the text again. */
function drawTime(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime);
  if (time.dataset.utc === undefined || !isOurs(time)) time.dataset.utc = time.textContent;
  const isExact = time.classList.contains('exact');
  time.textContent = isLocal ? localText(at, isExact) : time.dataset.utc;
  time.title = `${time.dateTime.slice(0, 10)} ${time.dateTime.slice(11, 19)} UTC, ${localText(at, true)} local`;
}

/** Writes a day or a time on the axis of a chart, in the form of the server's text. */
function drawTick(tick: SVGTextElement): void {
  const at = new Date(Number(tick.dataset.at));
  const form = tick.dataset.form;
  if (form !== 'seconds' && form !== 'minutes' && form !== 'days') return;
  tick.textContent = axisText(at.getTime() - (isLocal ? at.getTimezoneOffset() * 60_000 : 0), form);
}

function isOurs({ textContent, dataset, dateTime, classList }: HTMLTimeElement): boolean {
  return textContent === dataset.utc || textContent === localText(new Date(dateTime), classList.contains('exact'));
}

/** Returns a local time in the words of the server's times: it is formatted as if it were UTC. */
function localText(at: Date, isExact: boolean): string {
  const here = (time: Date) => time.getTime() - time.getTimezoneOffset() * 60_000;
  return shortInstant(here(at), here(new Date(Date.now() + aheadMs)), isExact);
}

/** Writes the current time and date on a wallboard. */
function drawClock(): void {
  const now = Date.now() + aheadMs;
  const shown = new Date(now - (isLocal ? new Date(now).getTimezoneOffset() * 60_000 : 0)).toISOString();
  for (const place of document.querySelectorAll<HTMLElement>('[data-clock]')) {
    const day = new Date(shown).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const text = place.dataset.clock === 'time' ? shown.slice(11, 16) : `${day}, ${isLocal ? 'local time' : 'UTC'}`;
    if (place.textContent !== text) place.textContent = text;
  }
}

function drawAgo(): void {
  drawClock();
  for (const place of document.querySelectorAll<HTMLElement>('[data-ago]')) {
    const seconds = Math.max(0, Math.floor((Date.now() + aheadMs - Number(place.dataset.ago)) / 1_000));
    const text = `${roughLength(seconds)} ago`;
    if (place.textContent !== text) place.textContent = text;
  }
}

function roughLength(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;
}

export function followTimes(): void {
  drawNewTimes();
  setInterval(drawAgo, 1_000);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.matches('.zone')) return;
    isLocal = !isLocal;
    try {
      localStorage.setItem(KEY, isLocal ? 'local' : 'utc');
    } catch {
      // Then the choice holds for this page.
    }
    drawTimes();
  });
}
