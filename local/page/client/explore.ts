/** Values under the mouse, a finger and the arrow keys: the meaning of a bar of the history, and its place in each chart. */

/** The index of the bar that is read out; `null` if there is none. */
let shown: number | null = null;

/** Returns the texts of the bars, which are in the strip for readers without a script. */
function textsIn(part: Element): readonly string[] {
  return [...part.querySelectorAll('.hit > title')].map(({ textContent }) => textContent);
}

/** Shows the value again after an update has replaced it. */
export function readOutAgain(): void {
  const part = document.querySelector('.explore');
  if (part) readOut(part);
}

function readOut(part: Element): void {
  const texts = textsIn(part);
  if (shown !== null) shown = Math.min(shown, texts.length - 1);
  const readout = part.querySelector('.readout');
  const text = shown === null ? '' : (texts[shown] ?? '');
  if (readout && readout.textContent !== text) readout.textContent = text;
  const x = shown === null ? '-9999' : `${((shown + 0.5) / texts.length) * 100}%`;
  for (const cursor of part.querySelectorAll('.cursor')) {
    cursor.setAttribute('x1', x);
    cursor.setAttribute('x2', x);
  }
}

function move(part: Element, to: number | null): void {
  const last = textsIn(part).length - 1;
  shown = to === null ? null : Math.max(0, Math.min(last, to));
  readOut(part);
}

function pointAt(event: PointerEvent): void {
  if (!(event.target instanceof Element)) return;
  const part = event.target.closest('.explore');
  const drawing = event.target.closest('.plot, .strip');
  if (!part || !drawing) return;
  const { left, width } = drawing.getBoundingClientRect();
  move(part, Math.floor(((event.clientX - left) / width) * textsIn(part).length));
}

export function explore(): void {
  for (const event of ['pointermove', 'pointerdown'] as const) document.addEventListener(event, pointAt);
  document.addEventListener('keydown', (event) => {
    const part = event.target instanceof Element && event.target.matches('.explore') ? event.target : null;
    if (!part) return;
    const last = textsIn(part).length - 1;
    const at = shown ?? last + 1;
    const places: Readonly<Record<string, number | null>> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: last,
      Escape: null,
    };
    if (!(event.key in places)) return;
    event.preventDefault();
    move(part, places[event.key] ?? null);
  });
}
