/** The button that prints a report: the browser asks for the rest. */

export function followPrintButton(): void {
  const button = document.getElementById('print');
  if (button) button.hidden = false;
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#print')) window.print();
  });
}
